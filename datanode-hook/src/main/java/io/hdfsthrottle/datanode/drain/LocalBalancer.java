package io.hdfsthrottle.datanode.drain;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A DataNode's disk balancer, and what lies on its volumes. For one thread. */
interface LocalBalancer {

    /** All volumes that serve, and what lies on them; goes through all replicas. */
    List<LocalVolume> volumes() throws IOException;

    /** The plan that it carries out at the moment. */
    Optional<String> running() throws IOException;

    /** Has it carry out these moves; how it calls that plan. */
    String submit(List<Move> moves) throws IOException;

    /** Ends that plan, if it is still carried out; waits for at most 20 s. */
    void cancel(String plan) throws IOException;
}
