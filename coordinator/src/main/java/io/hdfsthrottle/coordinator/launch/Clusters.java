package io.hdfsthrottle.coordinator.launch;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All clusters: those that run, and the last ones that did. Immutable, pure. */
public final class Clusters {
    /** There is none. */
    static final Clusters NONE = new Clusters(Map.of());

    /** So many that are over are remembered. */
    static final int MOST_OVER = 64;

    private final Map<String, Cluster> byId;

    private Clusters(Map<String, Cluster> byId) {
        this.byId = Collections.unmodifiableMap(byId);
    }

    /** Every one, in the order in which they were launched. */
    public List<Cluster> all() {
        return List.copyOf(byId.values());
    }

    /** That one. */
    public Optional<Cluster> cluster(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Those of which something is left. */
    List<Cluster> alive() {
        return byId.values().stream().filter(each -> !each.isOver()).toList();
    }

    /** Why that cannot be launched, beside what there is; nothing if it can. */
    Optional<Refusal> refuses(Order order, LaunchSettings settings) {
        List<Order> has = alive().stream()
                .map(Cluster::order)
                .filter(each -> each.user().equals(order.user()))
                .toList();
        Optional<String> quota = settings.perUser().refuses(has, order);
        if (quota.isPresent()) {
            return quota.map(sentence -> new Refusal(Refusal.Reason.QUOTA, sentence));
        }
        return alive().size() < settings.clusters()
                ? Optional.empty()
                : Optional.of(new Refusal(
                        Refusal.Reason.FULL,
                        settings.clusters() + " clusters run already; more cannot be (launch.clusters)"));
    }

    /** With that one, as it is now; of those that are over, the oldest are forgotten. */
    Clusters with(Cluster cluster) {
        Map<String, Cluster> next = new LinkedHashMap<>(byId);
        next.put(cluster.id(), cluster);
        over(next).limit(Math.max(0, over(next).count() - MOST_OVER)).toList().forEach(each -> next.remove(each.id()));
        return new Clusters(next);
    }

    private static Stream<Cluster> over(Map<String, Cluster> clusters) {
        return clusters.values().stream().filter(Cluster::isOver).sorted(Comparator.comparingLong(Cluster::changed));
    }

    Clusters without(String id) {
        Map<String, Cluster> next = new LinkedHashMap<>(byId);
        next.remove(id);
        return new Clusters(next);
    }
}
