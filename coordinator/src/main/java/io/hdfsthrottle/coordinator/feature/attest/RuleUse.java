package io.hdfsthrottle.coordinator.feature.attest;

import io.hdfsthrottle.coordinator.feature.Finding;
import io.hdfsthrottle.coordinator.feature.Finding.Kind;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.usage.RuleUsage;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds rules that have decided for nobody while others used the disks. A rule that did once is not looked at again, as
 * long as it stays as it is: DataNodes begin to count anew when they start. The time is a parameter. Not thread-safe.
 */
final class RuleUse {
    /** Reports of a changed rule may still count hits of what it was. */
    private static final long CHANGED_NANOS = Duration.ofSeconds(4).toNanos();

    private Map<TenantRule, Long> since = new HashMap<>();
    private final Set<TenantRule> matched = new HashSet<>();

    /** @param isFound whether a rule of that name is found already, which it stays while nobody uses the disks */
    List<Finding> next(Policy policy, List<NodeReport> reports, Predicate<String> isFound, long nanos) {
        List<TenantRule> rules = policy.rules().rules();
        Map<TenantRule, Long> known = new HashMap<>();
        rules.forEach(rule -> known.put(rule, since.getOrDefault(rule, nanos)));
        since = known;
        matched.retainAll(known.keySet());
        List<UsageReport> answering = reports.stream()
                .filter(NodeReport::answering)
                .map(NodeReport::usage)
                .toList();
        Set<String> hit = answering.stream()
                .flatMap(usage -> usage.rules().stream())
                .map(RuleUsage::rule)
                .collect(Collectors.toSet());
        boolean isUsed = answering.stream()
                .flatMap(usage -> usage.disks().stream())
                .flatMap(disk -> disk.tenants().stream())
                .anyMatch(TenantUsage::isActive);
        List<Finding> findings = new ArrayList<>();
        for (TenantRule rule : rules) {
            if (hit.contains(rule.name())) {
                if (nanos - known.get(rule) >= CHANGED_NANOS) {
                    matched.add(rule);
                }
            } else if (!matched.contains(rule) && (isUsed || isFound.test(rule.name()))) {
                findings.add(new Finding(
                        Kind.RULE_UNMATCHED,
                        rule.name(),
                        "Rule " + rule.name() + " of tenant " + rule.tenant()
                                + " has matched nobody so far: compare it with callers by hdfs-throttle rules test."));
            }
        }
        return findings;
    }
}
