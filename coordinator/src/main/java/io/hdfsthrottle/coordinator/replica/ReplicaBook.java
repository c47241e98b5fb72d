package io.hdfsthrottle.coordinator.replica;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.EntitlementLeft;
import io.hdfsthrottle.link.WireFormat;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import io.hdfsthrottle.usage.UsageReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * Each tenant's remaining entitlement on all nodes that answer, computed at most once a second for a tenant, however
 * many clients ask. The total response traffic is bounded: the polling interval that clients are given grows with their
 * number and the length of the answer. Thread-safe.
 */
public final class ReplicaBook {
    static final Duration SOONEST = Duration.ofSeconds(1);

    /** Older reports are ignored as stale. */
    static final Duration OLDEST_REPORT = Duration.ofSeconds(5);

    static final Duration LATEST = Duration.ofMinutes(1);

    /** Network bandwidth of all answers together. */
    static final long BYTES_PER_SECOND = 16 << 20;

    /** A client that has not asked for this long is not counted. */
    private static final Duration ASKING = LATEST.plusSeconds(10);

    /** That of a hard disk; it only matters that it is the same everywhere. */
    private static final Rate NOWHERE_KNOWN = Rate.ofBytesPerSecond(100 << 20);

    private static final long MOST_CHARACTERS = 32 << 20;
    private static final long MOST_ASKERS = 100_000;

    private final Supplier<List<NodeReport>> nodes;
    private final Supplier<Policy> policy;
    private final Cache<Tenant, String> answers;
    private final Cache<String, Boolean> askers;

    /** A book over these reports, by this policy. */
    public ReplicaBook(Supplier<List<NodeReport>> nodes, Supplier<Policy> policy, Ticker ticker) {
        this.nodes = nodes;
        this.policy = policy;
        this.answers = CacheBuilder.newBuilder()
                .ticker(guavas(ticker))
                .expireAfterWrite(SOONEST)
                .maximumWeight(MOST_CHARACTERS)
                .weigher((Tenant tenant, String json) -> json.length())
                .build();
        this.askers = CacheBuilder.newBuilder()
                .ticker(guavas(ticker))
                .expireAfterWrite(ASKING)
                .maximumSize(MOST_ASKERS)
                .build();
    }

    private static com.google.common.base.Ticker guavas(Ticker ticker) {
        return new com.google.common.base.Ticker() {
            @Override
            public long read() {
                return ticker.nanos();
            }
        };
    }

    /**
     * The answer to an application of that tenant, as JSON.
     *
     * @throws io.hdfsthrottle.coordinator.state.NotStored if this coordinator does not lead
     */
    public String answer(Tenant tenant, String application) {
        askers.put(application, true);
        Policy now = policy.get(); // before the cache: without a policy there is no answer, not even an old one
        try {
            return answers.get(tenant, () -> compute(tenant, now));
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("computing an answer throws nothing that is checked", impossible);
        }
    }

    private String compute(Tenant tenant, Policy now) {
        List<UsageReport> fresh = nodes.get().stream()
                .filter(report -> report.answering() && report.age().compareTo(OLDEST_REPORT) <= 0)
                .map(NodeReport::usage)
                .toList();
        NodeRemainder remainder = new NodeRemainder(tenant, each -> terms(each, now), usual(fresh));
        Map<String, Long> left = new HashMap<>();
        for (UsageReport usage : fresh) {
            remainder.of(usage).ifPresent(bytesPerSecond -> left.put(usage.node(), bytesPerSecond));
        }
        EntitlementLeft answer = new EntitlementLeft(bounded(left), SOONEST, Duration.ZERO);
        String json = WireFormat.entitlementLeftToJson(answer);
        Duration again = again(askers.size(), json.length());
        return again.equals(SOONEST) ? json : WireFormat.entitlementLeftToJson(answer.askedAgainAfter(again));
    }

    /** The usual capacity of a volume: the median of the known ones that answer. */
    private static Rate usual(List<UsageReport> reports) {
        List<Rate> known = reports.stream()
                .flatMap(report -> report.volumes().stream())
                .flatMap(volume -> volume.capacity().stream())
                .filter(capacity -> capacity.bytesPerSecond() > 0)
                .sorted()
                .toList();
        return known.isEmpty() ? NOWHERE_KNOWN : known.get(known.size() / 2);
    }

    /** The polling interval for that many clients and bytes per answer. */
    static Duration again(long askers, long bytes) {
        long millis = (long) (1e3 * askers * bytes / BYTES_PER_SECOND);
        return Duration.ofMillis(Math.max(SOONEST.toMillis(), Math.min(millis, LATEST.toMillis())));
    }

    /** The nodes with the most entitlement left, as many as an answer may hold. */
    static Map<String, Long> bounded(Map<String, Long> left) {
        List<Map.Entry<String, Long>> most = new ArrayList<>(left.entrySet());
        most.sort(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()));
        Map<String, Long> kept = new HashMap<>();
        int characters = 0;
        for (Map.Entry<String, Long> node : most) {
            characters += node.getKey().length();
            if (kept.size() == EntitlementLeft.MOST_NODES || characters > EntitlementLeft.MOST_CHARACTERS) {
                break;
            }
            kept.put(node.getKey(), node.getValue());
        }
        return kept;
    }

    /** A tenant removed from the policy has the least weight until no node reports it any more. */
    private static Terms terms(Tenant tenant, Policy policy) {
        TenantTerms decided = policy.terms(tenant).orElse(TenantTerms.of(tenant, 1));
        return Terms.of(tenant, decided.priority(), decided.reservation(), decided.limit());
    }

    /** A book over the nodes of that one. */
    public static ReplicaBook of(NodeBook nodes, Supplier<Policy> policy) {
        return new ReplicaBook(() -> nodes.nodes(), policy, Ticker.system());
    }
}
