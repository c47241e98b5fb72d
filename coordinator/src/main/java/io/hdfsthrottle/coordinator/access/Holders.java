package io.hdfsthrottle.coordinator.access;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Snapshot of the credentials that the files name, to be compared with an earlier snapshot. Immutable. */
public final class Holders {
    private final Map<String, Set<Credential>> byName;

    private Holders(Map<String, Set<Credential>> byName) {
        this.byName = byName;
    }

    static Holders of(List<Credential> credentials) {
        Map<String, Set<Credential>> byName = new LinkedHashMap<>();
        credentials.forEach(each -> byName.computeIfAbsent(each.toString(), first -> new HashSet<>())
                .add(each));
        return new Holders(byName);
    }

    /** The difference in words, without a secret; empty if there is none. */
    public Optional<String> changeFrom(Holders before) {
        Set<String> names = new TreeSet<>(before.byName.keySet());
        names.addAll(byName.keySet());
        List<String> changes = new ArrayList<>();
        for (String name : names) {
            Set<Credential> was = before.byName.getOrDefault(name, Set.of());
            Set<Credential> is = byName.getOrDefault(name, Set.of());
            if (!was.equals(is)) {
                changes.add(name + ": " + described(was) + " to " + described(is));
            }
        }
        return changes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", changes));
    }

    private static String described(Set<Credential> credentials) {
        return credentials.isEmpty()
                ? "nothing"
                : credentials.stream()
                        .map(Credential::described)
                        .sorted()
                        .collect(Collectors.joining(" and ", "(", ")"));
    }
}
