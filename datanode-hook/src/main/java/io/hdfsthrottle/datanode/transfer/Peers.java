package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.identity.TokenUser;

/**
 * The peers of the connections that transfer threads serve, as far as a third party confirms their identity.
 * Thread-safe.
 */
public interface Peers {

    /** The user that HDFS proved the calling thread's operation to be for. Called once per operation. */
    TokenUser user();

    /**
     * Whether the peer is a DataNode of the cluster.
     *
     * @param address the peer's numeric address
     * @param user of the block token that it showed
     */
    boolean isDataNode(String address, TokenUser user);
}
