package io.hdfsthrottle.coordinator.explain;

import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.rule.TenantRules;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a rule says of an application.
 *
 * @param position 1 for the first rule
 * @param verdict {@code decides}; {@code no}; {@code open}: it depends on what only DataNodes see; {@code late}: it
 *     matches, but one before it decides
 * @param missed the patterns that are not met, or that are open
 */
public record RuleVerdict(int position, String rule, String tenant, String verdict, List<String> missed) {
    /** What only DataNodes see. */
    private static final Set<Fact> SEEN_BY_NODES = EnumSet.of(Fact.GROUP, Fact.OPERATION, Fact.POOL);

    /** The verdicts of all rules, without those that would not match either and come after the one that decides. */
    static List<RuleVerdict> of(TenantRules rules, Caller application) {
        List<RuleVerdict> verdicts = new ArrayList<>();
        boolean decided = false;
        int position = 0;
        for (TenantRule rule : rules.rules()) {
            position++;
            List<Fact> missed = rule.missed(application);
            boolean open = !missed.isEmpty() && SEEN_BY_NODES.containsAll(missed);
            if (decided && !missed.isEmpty()) {
                continue;
            }
            String verdict = open ? "open" : !missed.isEmpty() ? "no" : decided ? "late" : "decides";
            decided |= missed.isEmpty();
            verdicts.add(new RuleVerdict(
                    position,
                    rule.name(),
                    rule.tenant().name(),
                    verdict,
                    missed.stream().map(Fact::member).toList()));
        }
        return verdicts;
    }
}
