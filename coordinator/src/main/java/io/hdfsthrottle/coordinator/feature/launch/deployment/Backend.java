package io.hdfsthrottle.coordinator.feature.launch.deployment;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs the processes of launched deployments; unless overridden, nothing. Called by one thread at a time, but for starts and for methods that only read. */
public interface Backend {
    /** A backend that runs nothing. */
    Backend NOWHERE = new Backend() {};

    /**
     * The storage ids of volumes on disks that it has a directory on, in one set or more: all disks of a deployment are of
     * the same set.
     *
     * @throws InvalidInput if it never has as many disks for one deployment
     */
    default List<Set<String>> volumes(Order order) {
        return List.of(Set.of());
    }

    /** On how many hosts the disks of an order may be, with as many on each; in the order in which that is tried. */
    default List<Integer> hosts(Order order) {
        return List.of(1);
    }

    /**
     * Starts the processes of a deployment.
     *
     * @param volumes a storage id of each disk that it has leased
     * @throws IOException if it cannot; what may be left of it is still observed, and ended
     */
    default void start(Deployment deployment, List<String> volumes) throws IOException {
        throw new IOException("nothing runs here");
    }

    /** The observed state of a deployment's processes. */
    default ProcessState observe(String deployment) {
        return ProcessState.NOTHING;
    }

    /** Tells its processes to end, by force once they had their time; called again until nothing is left of it. */
    default void end(String deployment, boolean force) {}

    /** Forgets a deployment of which nothing is left, its log too. */
    default void forget(String deployment) {}

    /** The end of its log; may be called by any thread. */
    default String log(String deployment) {
        return "";
    }

    /** What a client of the deployment has to know, by display names; may be called by any thread. */
    default Map<String, String> contact(String deployment) {
        return Map.of();
    }

    /** Why a version cannot be launched; empty if it can. May be called by any thread. */
    default String trouble(Product product, Product.Version version) {
        return "nothing is launched here";
    }

    /** Why that cannot be launched, also because of its user; empty if it can. */
    default String trouble(Order order) {
        return trouble(order.product(), order.version());
    }

    /** What an earlier process of this coordinator started, whatever has become of it since. */
    default List<Deployment> left() {
        return List.of();
    }
}
