package io.hdfsthrottle.datanode.drain;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A DataNode's disk balancer, and the replicas on its volumes. For one thread. */
interface LocalBalancer {

    /** All volumes in service with their replicas; scans all replicas. */
    List<LocalVolume> volumes() throws IOException;

    /** The id of the plan that it executes now. */
    Optional<String> running() throws IOException;

    /** Submits a plan of these moves; returns the plan's id. */
    String submit(List<Move> moves) throws IOException;

    /** Cancels that plan if it is still running; waits for at most 20 s. */
    void cancel(String plan) throws IOException;
}
