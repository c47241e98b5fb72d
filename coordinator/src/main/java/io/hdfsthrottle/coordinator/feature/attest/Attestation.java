package io.hdfsthrottle.coordinator.feature.attest;

import io.hdfsthrottle.coordinator.feature.Finding;
import io.hdfsthrottle.coordinator.feature.Finding.Kind;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import java.util.ArrayList;
import java.util.List;

/** Compares reports with the policy, turn by turn, about once a second. The time is a parameter. Not thread-safe. */
final class Attestation {
    private final Shares shares = new Shares();
    private final RuleUse rules = new RuleUse();
    private final Nodes nodes = new Nodes();
    private Findings findings = Findings.NONE;

    /**
     * Another turn.
     *
     * @param reports the last report of each node
     * @param others what else is found now
     * @param nanos the time, monotone, in nanoseconds
     */
    Findings next(Policy policy, List<NodeReport> reports, List<Finding> others, long nanos) {
        Findings before = findings;
        List<Finding> present = new ArrayList<>(others);
        present.addAll(nodes.next(reports));
        present.addAll(shares.next(policy, reports, nanos));
        present.addAll(rules.next(policy, reports, rule -> before.has(Kind.RULE_UNMATCHED, rule), nanos));
        findings = before.next(present, nanos);
        return findings;
    }
}
