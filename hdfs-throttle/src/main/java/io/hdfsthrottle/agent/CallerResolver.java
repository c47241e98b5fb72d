package io.hdfsthrottle.agent;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.RefusedTags;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TokenUser;
import io.hdfsthrottle.rule.TenantRule;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * From a client name, an address and the user of a block token to what pays.
 *
 * <p>A tag counts if its application is alive, its signature is right where this node has the keys, and the block token is its user's where
 * HDFS issues those; then the coordinator's word on that application holds. Everybody else is a caller of whom address and user are known
 * at most, and the rules decide. Thread-safe; remembers nobody.
 */
final class CallerResolver {

    private final NodeKeys keys;
    private final Map<RefusedTags.Kind, LongAdder> refused = new EnumMap<>(RefusedTags.Kind.class);

    /** A resolver that believes what these keys verify. */
    CallerResolver(NodeKeys keys) {
        this.keys = keys;
        for (RefusedTags.Kind kind : RefusedTags.Kind.values()) {
            refused.put(kind, new LongAdder());
        }
    }

    Payer resolve(String clientName, String address, TokenUser user, Grant grant) {
        Optional<AppTag> tag = AppTag.inClientName(clientName);
        if (tag.isPresent()) {
            Optional<GrantedApplication> alive = grant.application(tag.get().application());
            Optional<RefusedTags.Kind> refusal = refusal(tag.get(), alive, user, grant);
            if (refusal.isEmpty()) {
                return Payer.ofApplication(
                        alive.orElseThrow().tenant(), tag.get().application());
            }
            count(refusal.get());
        } else {
            AppTag.flaw(clientName).ifPresent(this::count);
        }
        Tenant tenant = ruled(Caller.UNKNOWN, address, user, grant);
        return user.name()
                .map(proved -> Payer.ofUser(tenant, proved))
                .orElseGet(() -> Payer.ofAddress(tenant, address));
    }

    private Optional<RefusedTags.Kind> refusal(
            AppTag tag, Optional<GrantedApplication> alive, TokenUser user, Grant grant) {
        if (alive.isEmpty()) {
            return Optional.of(RefusedTags.Kind.DEAD);
        }
        if (!keys.believe(tag, alive.get(), grant)) {
            return Optional.of(RefusedTags.Kind.FORGED);
        }
        return user.mayUseWhatIsOf(alive.get().user()) ? Optional.empty() : Optional.of(RefusedTags.Kind.CROSS_USER);
    }

    private void count(RefusedTags.Kind kind) {
        refused.get(kind).increment();
    }

    /** Of two users, the one that a block token proves counts. */
    private static Tenant ruled(Caller caller, String address, TokenUser user, Grant grant) {
        Caller known = user.name()
                .map(proved -> caller.ofApplication(null, proved, true))
                .orElse(caller);
        return grant.rules()
                .firstMatch(known.at(address))
                .map(TenantRule::tenant)
                .orElse(grant.defaultTenant());
    }

    /**
     * Who pays for an application that has no bucket of its own, because there are too many: the tenant that the rules give to its
     * user, whatever the application asked to be.
     */
    Tenant tenantOfUser(String clientName, String address, TokenUser user, Grant grant) {
        Caller caller = AppTag.inClientName(clientName)
                .flatMap(tag -> grant.application(tag.application())
                        .filter(alive ->
                                refusal(tag, Optional.of(alive), user, grant).isEmpty()))
                .map(alive -> Caller.UNKNOWN.ofApplication(null, alive.user(), keys.areChecked()))
                .orElse(Caller.UNKNOWN);
        return ruled(caller, address, user, grant);
    }

    /** How many clients came with a tag that did not count; each once a connection and grant. */
    RefusedTags refusedTags() {
        Map<RefusedTags.Kind, Long> counts = new EnumMap<>(RefusedTags.Kind.class);
        refused.forEach((kind, count) -> counts.put(kind, count.sum()));
        return RefusedTags.of(counts);
    }
}
