package io.hdfsthrottle.coordinator.feature.launch.deployment;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs the processes of launched deployments. Called by one thread at a time, except for methods that only read. */
public interface Backend {
    /** A backend that runs nothing. */
    Backend NOWHERE = new Backend() {
        @Override
        public List<Set<String>> volumes(Order order) {
            return List.of(Set.of());
        }

        @Override
        public void start(String deployment, String lease, Order order, List<String> volumes) throws IOException {
            throw new IOException("nothing runs here");
        }

        @Override
        public ProcessState observe(String deployment) {
            return ProcessState.NOTHING;
        }

        @Override
        public void end(String deployment, boolean force) {}

        @Override
        public void forget(String deployment) {}

        @Override
        public String log(String deployment) {
            return "";
        }

        @Override
        public Map<String, String> contact(String deployment) {
            return Map.of();
        }

        @Override
        public String trouble(Product product, Product.Version version) {
            return "nothing is launched here";
        }

        @Override
        public String trouble(Order order) {
            return "nothing is launched here";
        }

        @Override
        public Map<String, String> swept() {
            return Map.of();
        }
    };

    /**
     * The storage ids of volumes on disks that it has a directory on, in one set or more: all disks of a deployment are of
     * the same set.
     *
     * @throws InvalidInput if it never has as many disks for one deployment
     */
    List<Set<String>> volumes(Order order);

    /**
     * Starts the processes of a deployment.
     *
     * @param volumes a storage id of each disk that it has leased
     * @throws IOException if it cannot; then nothing is left of it
     */
    void start(String deployment, String lease, Order order, List<String> volumes) throws IOException;

    /** The observed state of a deployment's processes. */
    ProcessState observe(String deployment);

    /**
     * Tells its processes to end; called again until nothing is left of it.
     *
     * @param force whether they had their time to do so by themselves
     */
    void end(String deployment, boolean force);

    /** Forgets a deployment of which nothing is left, its log too. */
    void forget(String deployment);

    /** The end of its log; may be called by any thread. */
    String log(String deployment);

    /** What a client of the deployment has to know, by display names; may be called by any thread. */
    Map<String, String> contact(String deployment);

    /** Why a version cannot be launched; empty if it can. May be called by any thread. */
    String trouble(Product product, Product.Version version);

    /** Why that cannot be launched, also because of its user; empty if it can. */
    String trouble(Order order);

    /** The leases, by deployment, of deployments that an earlier coordinator left and of which nothing else is left now. */
    Map<String, String> swept();
}
