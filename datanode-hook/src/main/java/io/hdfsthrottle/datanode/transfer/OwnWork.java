package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TokenUser;
import java.util.Optional;

/**
 * Recognises HDFS's own operations, such as replication, and their kind. Pure.
 *
 * <p>Only what an operation shows without doubt decides, and only if a DataNode is at its other end: any client can
 * leave out a name; the sources are the classes of Hadoop 3.4.3 and 3.5.0 that are named here, and RATIONALE.md says
 * what cannot be distinguished.
 */
public final class OwnWork {

    private OwnWork() {}

    /**
     * The tenant that pays, if the operation is HDFS's and no client's.
     *
     * @param name the transfer thread's
     * @param direction the data's direction, seen from here
     * @param blocks tells whether a block that is written is a copy
     * @param user of the block token that was shown
     * @param peers tells whether the other end is a DataNode; asked only if the operation would be HDFS's own work then
     */
    static Optional<Tenant> of(TransferName name, Direction direction, Blocks blocks, TokenUser user, Peers peers) {
        if (!name.isServing()) {
            // DataNode.DataTransfer, which calls the transfer throttler only for copies that the NameNode ordered.
            return Optional.of(Tenant.REPLICATION);
        }
        return betweenDataNodes(name, direction, blocks).filter(unused -> peers.isDataNode(name.address(), user));
    }

    private static Optional<Tenant> betweenDataNodes(TransferName name, Direction direction, Blocks blocks) {
        if (name.client().isEmpty()) {
            // Only StripedBlockReader reads without a name; DataTransfer and StripedBlockWriter both write without one.
            return Optional.of(direction == Direction.READ ? Tenant.RECONSTRUCTION : Tenant.REPLICATION);
        }
        // BlockReceiver makes a temporary replica for a client only at the stages TRANSFER_RBW and TRANSFER_FINALIZED.
        return direction == Direction.WRITE && blocks.isCopy(name) ? Optional.of(Tenant.RECOVERY) : Optional.empty();
    }
}
