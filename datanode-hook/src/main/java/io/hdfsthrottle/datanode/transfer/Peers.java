package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.identity.TokenUser;

/** Who is at the other end of the connections that transfer threads serve, as far as somebody else than they themselves says so. Thread-safe. */
public interface Peers {

    /** Whom HDFS proved the calling thread's operation to be for. Asked once per operation. */
    TokenUser user();

    /**
     * Whether that is a DataNode of the cluster.
     *
     * @param address the numeric address that it comes from
     * @param user of the block token that it showed
     */
    boolean isDataNode(String address, TokenUser user);
}
