package io.hdfsthrottle.coordinator.feature.launch.deployment;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All launched deployments: those that run, and the last ones that ended. Immutable, pure. */
public final class Deployments {
    /** No deployments. */
    static final Deployments NONE = new Deployments(Map.of());

    /** How many ended deployments are remembered. */
    static final int MOST_OVER = 64;

    private final Map<String, Deployment> byId;

    private Deployments(Map<String, Deployment> byId) {
        this.byId = Collections.unmodifiableMap(byId);
    }

    /** All deployments, in the order in which they were launched. */
    public List<Deployment> all() {
        return List.copyOf(byId.values());
    }

    /** The deployment with that id. */
    public Optional<Deployment> deployment(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The deployments of which something is left. */
    List<Deployment> alive() {
        return byId.values().stream().filter(each -> !each.isOver()).toList();
    }

    /** Why that cannot be launched beside the existing deployments; empty if it can. */
    Optional<Refusal> refuses(Order order, LaunchSettings settings) {
        List<Order> has = alive().stream()
                .map(Deployment::order)
                .filter(each -> each.user().equals(order.user()))
                .toList();
        Optional<String> quota = settings.perUser().refuses(has, order);
        if (quota.isPresent()) {
            return quota.map(sentence -> new Refusal(Refusal.Reason.QUOTA, sentence));
        }
        return alive().size() < settings.deployments()
                ? Optional.empty()
                : Optional.of(new Refusal(
                        Refusal.Reason.FULL,
                        settings.deployments() + " deployments run already; more cannot be (launch.deployments)"));
    }

    /** With that deployment, as it is now; of the ended ones, the oldest are forgotten. */
    Deployments with(Deployment deployment) {
        Map<String, Deployment> next = new LinkedHashMap<>(byId);
        next.put(deployment.id(), deployment);
        over(next).limit(Math.max(0, over(next).count() - MOST_OVER)).toList().forEach(each -> next.remove(each.id()));
        return new Deployments(next);
    }

    private static Stream<Deployment> over(Map<String, Deployment> deployments) {
        return deployments.values().stream()
                .filter(Deployment::isOver)
                .sorted(Comparator.comparingLong(Deployment::changed));
    }

    Deployments without(String id) {
        Map<String, Deployment> next = new LinkedHashMap<>(byId);
        next.remove(id);
        return new Deployments(next);
    }
}
