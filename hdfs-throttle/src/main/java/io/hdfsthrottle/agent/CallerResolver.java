package io.hdfsthrottle.agent;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TenantRule;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * From a client name and an address to what pays.
 *
 * <p>A tag counts if its application is alive and, where this node has the keys, its signature is right; then the
 * coordinator's word on that application holds. Everybody else is a caller of whom only the address is known, and the
 * rules decide. Copies between DataNodes come without a client name. Thread-safe.
 */
final class CallerResolver {

    private final NodeKeys keys;
    private final LongAdder refusedTags = new LongAdder();

    /** A resolver that believes what these keys verify. */
    CallerResolver(NodeKeys keys) {
        this.keys = keys;
    }

    Payer resolve(String clientName, String address, Grant grant) {
        if (clientName.isEmpty()) {
            return Payer.ofHost(Tenant.REPLICATION);
        }
        Optional<AppTag> tag = AppTag.inClientName(clientName);
        if (tag.isPresent()) {
            Optional<GrantedApplication> application =
                    grant.application(tag.get().application()).filter(alive -> keys.believe(tag.get(), alive, grant));
            if (application.isPresent()) {
                return Payer.ofApplication(application.get().tenant(), tag.get().application());
            }
            refusedTags.increment();
        }
        Tenant tenant = grant.rules()
                .firstMatch(Caller.UNKNOWN.at(address))
                .map(TenantRule::tenant)
                .orElse(grant.defaultTenant());
        return Payer.ofAddress(tenant, address);
    }

    /**
     * Who pays for an application that has no bucket of its own, because there are too many: the tenant that the rules give to its
     * user, whatever the application asked to be.
     */
    Tenant tenantOfUser(String clientName, String address, Grant grant) {
        Caller caller = AppTag.inClientName(clientName)
                .flatMap(tag -> grant.application(tag.application()).filter(alive -> keys.believe(tag, alive, grant)))
                .map(alive -> Caller.UNKNOWN.ofApplication(null, alive.user(), keys.areChecked()))
                .orElse(Caller.UNKNOWN);
        return grant.rules()
                .firstMatch(caller.at(address))
                .map(TenantRule::tenant)
                .orElse(grant.defaultTenant());
    }

    /** How many clients came with a tag that did not count: forged, or of an application that is not alive; each once a connection and grant. */
    long refusedTags() {
        return refusedTags.sum();
    }
}
