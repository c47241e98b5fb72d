package io.hdfsthrottle.agent;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.OperationKind;
import io.hdfsthrottle.identity.RefusedTags;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TokenUser;
import io.hdfsthrottle.part.Part;
import io.hdfsthrottle.rule.RuleHits;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.rule.TenantRules;
import io.hdfsthrottle.unit.Ticker;
import io.hdfsthrottle.usage.RuleUsage;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Resolves a client name, an address and the user of a block token to the payer of an operation.
 *
 * <p>A tag counts if its application is alive, its signature is valid where this node has the keys, and the block token
 * is its user's where HDFS issues those; then the coordinator's decision on that application holds, except for rules
 * that it left to the node. Of any other caller at most address, user, operation and client name are known, and the
 * rules decide. Thread-safe; keeps no state of callers.
 */
final class CallerResolver {

    private final NodeKeys keys;
    private final Host host;
    private final ApplicationFinder finder;
    private final Ticker ticker;
    private final RuleHits hits = new RuleHits();
    private final Map<RefusedTags.Kind, LongAdder> refused = new EnumMap<>(RefusedTags.Kind.class);

    /**
     * A resolver that accepts what these keys verify, and queries that host for groups and relays, and that finder for
     * applications.
     */
    CallerResolver(NodeKeys keys, Host host, ApplicationFinder finder, Ticker ticker) {
        this.keys = keys;
        this.host = host;
        this.finder = finder;
        this.ticker = ticker;
        for (RefusedTags.Kind kind : RefusedTags.Kind.values()) {
            refused.put(kind, new LongAdder());
        }
    }

    Payer resolve(String clientName, String address, TokenUser user, OperationKind operation, Grant grant) {
        Optional<AppTag> tag = AppTag.inClientName(clientName);
        boolean sought = false;
        if (tag.isPresent()) {
            String application = tag.get().application();
            Optional<GrantedApplication> alive = grant.application(application).or(() -> finder.find(application));
            sought = alive.isEmpty() && finder.isSought(application);
            Optional<RefusedTags.Kind> refusal = refusal(tag.get(), alive, user, grant);
            if (refusal.isEmpty()) {
                Optional<Part> part = Part.inClientName(clientName);
                return Payer.ofApplication(
                        tenant(alive.orElseThrow(), part, operation, grant), alive.orElseThrow(), part);
            }
            if (!sought) {
                count(refusal.get());
            }
        } else {
            AppTag.flaw(clientName).ifPresent(this::count);
        }
        Optional<TenantRule> rule = grant.rules().firstMatch(untagged(clientName, address, user, operation, grant));
        rule.ifPresent(this::hit);
        Tenant tenant = rule.map(TenantRule::tenant).orElse(grant.defaultTenant());
        Payer payer = user.name()
                .map(proved -> Payer.ofUser(tenant, proved))
                .orElseGet(() -> Payer.ofAddress(tenant, address));
        return sought ? payer.untilAnswered() : payer;
    }

    /** The tenant of an application for that operation: rules that the coordinator left open precede its decision. */
    private Tenant tenant(GrantedApplication application, Optional<Part> part, OperationKind operation, Grant grant) {
        Caller caller =
                ofUser(application, operation).inPool(part.map(Part::pool).orElse(""));
        Optional<TenantRule> settled = grant.rules().settle(application.undecided(), caller);
        settled.or(() -> application.rule().flatMap(grant.rules()::named)).ifPresent(this::hit);
        return settled.map(TenantRule::tenant).orElse(application.tenant());
    }

    private Caller ofUser(GrantedApplication application, OperationKind operation) {
        return Caller.UNKNOWN
                .ofApplication(null, application.user(), keys.areChecked())
                .inGroupsOf(host.groups())
                .doing(operation);
    }

    /** A caller without an accepted application. A client name too long to be parsed counts as none. */
    private Caller untagged(String clientName, String address, TokenUser user, OperationKind operation, Grant grant) {
        Caller caller = Caller.UNKNOWN
                .inGroupsOf(host.groups())
                .doing(operation)
                .at(seen(address, operation, grant))
                .withClientName(
                        clientName.isEmpty() || clientName.length() > AppTag.LONGEST_CLIENT_NAME ? null : clientName);
        return user.name()
                .map(proved -> caller.ofApplication(null, proved, true))
                .orElse(caller);
    }

    /** Null for data relayed by another DataNode: its address is not the writer's. */
    private String seen(String address, OperationKind operation, Grant grant) {
        boolean relayed = operation == OperationKind.WRITE && grant.rules().matchAddresses() && host.isRelay(address);
        return relayed ? null : address;
    }

    private void hit(TenantRule rule) {
        hits.hit(rule, ticker.nanos());
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

    /**
     * The tenant charged for an application that has no bucket of its own because there are too many: the tenant that
     * the rules give to its user, whatever the application asked for. Of two users, the one that a block token proves
     * counts.
     */
    Tenant tenantOfUser(String clientName, String address, TokenUser user, OperationKind operation, Grant grant) {
        Caller caller = AppTag.inClientName(clientName)
                .flatMap(tag -> grant.application(tag.application())
                        .filter(alive ->
                                refusal(tag, Optional.of(alive), user, grant).isEmpty()))
                .map(alive -> ofUser(alive, operation).at(seen(address, operation, grant)))
                .orElseGet(() -> untagged(clientName, address, user, operation, grant));
        return grant.rules().firstMatch(caller).map(TenantRule::tenant).orElse(grant.defaultTenant());
    }

    /** The tenant of a client by what this node already knows: sends no request, never blocks and counts nothing. */
    Tenant known(String clientName, String address, TokenUser user, OperationKind operation, Grant grant) {
        Optional<AppTag> tag = AppTag.inClientName(clientName);
        Optional<GrantedApplication> alive = tag.flatMap(each -> grant.application(each.application()))
                .filter(each ->
                        refusal(tag.get(), Optional.of(each), user, grant).isEmpty());
        if (alive.isPresent()) {
            Optional<Part> part = Part.inClientName(clientName);
            Caller caller =
                    ofUser(alive.get(), operation).inPool(part.map(Part::pool).orElse(""));
            return grant.rules()
                    .settle(alive.get().undecided(), caller)
                    .map(TenantRule::tenant)
                    .orElse(alive.get().tenant());
        }
        return grant.rules()
                .firstMatch(untagged(clientName, address, user, operation, grant))
                .map(TenantRule::tenant)
                .orElse(grant.defaultTenant());
    }

    /** Increases when something besides the grant changes how callers resolve: resolved callers are resolved again. */
    int changes() {
        return host.groups().changes();
    }

    /** Hits of each of these rules; counted once per client, operation and grant. Rules without hits are left out. */
    List<RuleUsage> hits(TenantRules rules) {
        long now = ticker.nanos();
        return hits.of(rules).stream()
                .map(count -> new RuleUsage(
                        count.rule(), count.hits(), Duration.ofNanos(Math.max(0, now - count.lastNanos()))))
                .collect(Collectors.toList());
    }

    /** Number of clients whose tag was rejected; each counted once per connection and grant. */
    RefusedTags refusedTags() {
        Map<RefusedTags.Kind, Long> counts = new EnumMap<>(RefusedTags.Kind.class);
        refused.forEach((kind, count) -> counts.put(kind, count.sum()));
        return RefusedTags.of(counts);
    }
}
