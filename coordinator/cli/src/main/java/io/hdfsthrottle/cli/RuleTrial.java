package io.hdfsthrottle.cli;

import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.OperationKind;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.UserGroups;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Evaluates each rule for a caller with the given facts, and gives the reasons. Pure. */
final class RuleTrial {
    private static final Set<Fact> OF_APPLICATIONS =
            EnumSet.of(Fact.APPLICATION, Fact.APPLICATION_NAME, Fact.CLAIMS, Fact.POOL);

    /** A registered application is proved by its tag: its address and client names do not count. */
    private static final Set<Fact> OF_OTHERS = EnumSet.of(Fact.ADDRESS, Fact.CLIENT_NAME);

    private final Caller caller;

    /** The same, but of some user if the user is not known: a group that is known does not need a name. */
    private final Caller member;

    private final Set<Fact> ignored;

    /** @throws IllegalArgumentException if a value cannot be that fact of a caller; the message shows a good one */
    RuleTrial(Map<Fact, String> given) {
        Map<Fact, String> counted = new EnumMap<>(Fact.class);
        counted.putAll(given);
        if (counted.keySet().stream().anyMatch(OF_APPLICATIONS::contains)) {
            counted.keySet().removeAll(OF_OTHERS);
        }
        this.ignored = EnumSet.noneOf(Fact.class);
        ignored.addAll(given.keySet());
        ignored.removeAll(counted.keySet());
        this.caller = Caller.UNKNOWN
                .ofApplication(counted.get(Fact.APPLICATION), counted.get(Fact.USER), true)
                .inGroupsOf(groups(counted.get(Fact.GROUP)))
                .named(counted.get(Fact.APPLICATION_NAME))
                .claiming(counted.get(Fact.CLAIMS))
                .doing(operation(counted.get(Fact.OPERATION)))
                .inPool(counted.getOrDefault(Fact.POOL, ""))
                .at(address(counted.get(Fact.ADDRESS)))
                .withClientName(counted.get(Fact.CLIENT_NAME));
        this.member =
                caller.ofApplication(counted.get(Fact.APPLICATION), counted.getOrDefault(Fact.USER, "somebody"), true);
    }

    /** A network is good in a rule alone: no caller is in all of it. */
    private static String address(String written) {
        if (written == null || isAddress(written)) {
            return written;
        }
        String base = written.split("/", 2)[0];
        throw new IllegalArgumentException("--address '" + written + "' is not one numeric address; a good value is "
                + (isAddress(base) ? base : "10.1.2.3"));
    }

    private static boolean isAddress(String written) {
        try {
            return TenantRule.of("probe", Map.of(Fact.ADDRESS, written), Tenant.DEFAULT)
                    .matches(Caller.UNKNOWN.at(written));
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    private static OperationKind operation(String written) {
        return written == null
                ? null
                : Arrays.stream(OperationKind.values())
                        .filter(kind -> kind.label().equals(written))
                        .findFirst()
                        .orElseThrow(() ->
                                new IllegalArgumentException("--operation is read or write, not '" + written + "'"));
    }

    private static UserGroups groups(String written) {
        Set<String> groups = written == null
                ? Set.of()
                : Arrays.stream(written.split(",", -1)).map(String::strip).collect(Collectors.toSet());
        return new UserGroups() {
            @Override
            public Optional<Set<String>> of(String user) {
                return Optional.of(groups);
            }

            @Override
            public int changes() {
                return 0;
            }
        };
    }

    /** For each rule whether it decides, comes too late, or which of its patterns are not met. */
    List<String> verdicts(List<TenantRule> rules) {
        List<String> verdicts = new ArrayList<>();
        boolean decided = false;
        for (TenantRule rule : rules) {
            List<Fact> missed = missed(rule);
            if (!missed.isEmpty()) {
                verdicts.add("no: " + missed.stream().map(Fact::member).collect(Collectors.joining(", ")));
            } else {
                verdicts.add(decided ? "comes too late" : "decides");
                decided = true;
            }
        }
        return verdicts;
    }

    private List<Fact> missed(TenantRule rule) {
        boolean inGroup = !rule.missed(member).contains(Fact.GROUP);
        return rule.missed(caller).stream()
                .filter(fact -> fact != Fact.GROUP || !inGroup)
                .toList();
    }

    /** The facts that were given and do not count beside the others, in their order. */
    Set<Fact> ignored() {
        return ignored;
    }
}
