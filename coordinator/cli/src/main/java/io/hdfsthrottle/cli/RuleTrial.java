package io.hdfsthrottle.cli;

import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.OperationKind;
import io.hdfsthrottle.identity.UserGroups;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Evaluates each rule for a caller with the given facts, and gives the reasons. Pure. */
final class RuleTrial {
    private final Caller caller;

    /** @throws IllegalArgumentException if the operation is neither read nor write */
    RuleTrial(Map<Fact, String> given) {
        boolean registered = given.containsKey(Fact.APPLICATION)
                || given.containsKey(Fact.APPLICATION_NAME)
                || given.containsKey(Fact.CLAIMS)
                || given.containsKey(Fact.POOL);
        Caller known = Caller.UNKNOWN
                .ofApplication(given.get(Fact.APPLICATION), given.get(Fact.USER), true)
                .inGroupsOf(groups(given.get(Fact.GROUP)))
                .named(given.get(Fact.APPLICATION_NAME))
                .claiming(given.get(Fact.CLAIMS))
                .doing(operation(given.get(Fact.OPERATION)))
                .inPool(given.getOrDefault(Fact.POOL, ""));
        // A registered application is proved by its tag: its address and client names do not count.
        this.caller =
                registered ? known : known.at(given.get(Fact.ADDRESS)).withClientName(given.get(Fact.CLIENT_NAME));
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
        Set<String> groups = written == null ? Set.of() : Set.copyOf(Arrays.asList(written.split(",")));
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
            List<Fact> missed = rule.missed(caller);
            if (!missed.isEmpty()) {
                verdicts.add("no: " + missed.stream().map(Fact::member).collect(Collectors.joining(", ")));
            } else {
                verdicts.add(decided ? "comes too late" : "decides");
                decided = true;
            }
        }
        return verdicts;
    }
}
