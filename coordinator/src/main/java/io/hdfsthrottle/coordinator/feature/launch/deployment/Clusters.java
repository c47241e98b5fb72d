package io.hdfsthrottle.coordinator.feature.launch.deployment;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All launched clusters: those that run, and the last ones that ended. Immutable, pure. */
public final class Clusters {
    /** No clusters. */
    static final Clusters NONE = new Clusters(Map.of());

    /** How many ended clusters are remembered. */
    static final int MOST_OVER = 64;

    private final Map<String, Cluster> byId;

    private Clusters(Map<String, Cluster> byId) {
        this.byId = Collections.unmodifiableMap(byId);
    }

    /** All clusters, in the order in which they were launched. */
    public List<Cluster> all() {
        return List.copyOf(byId.values());
    }

    /** The cluster with that id. */
    public Optional<Cluster> cluster(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The clusters of which something is left. */
    List<Cluster> alive() {
        return byId.values().stream().filter(each -> !each.isOver()).toList();
    }

    /** Why that cannot be launched beside the existing clusters; empty if it can. */
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

    /** With that cluster, as it is now; of the ended ones, the oldest are forgotten. */
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
