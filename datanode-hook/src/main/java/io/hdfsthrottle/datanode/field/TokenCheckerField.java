package io.hdfsthrottle.datanode.field;

import io.hdfsthrottle.datanode.host.HostField;
import io.hdfsthrottle.datanode.transfer.ShownTokens;
import io.hdfsthrottle.kernel.Outcome;
import org.apache.hadoop.hdfs.security.token.block.BlockPoolTokenSecretManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * A DataNode's checker of block tokens, in the field {@code blockPoolTokenSecretManager}, which every
 * operation reads anew. The servers of SASL and of RPC keep the stock checker, which checks all the same. Used by one
 * thread at a time.
 */
public final class TokenCheckerField {

    private final DataNode dataNode;

    public TokenCheckerField(DataNode dataNode) {
        this.dataNode = dataNode;
    }

    /**
     * Installs ours; does nothing if it is already installed. Returns the reason if that fails; then nothing has
     * changed.
     */
    public Outcome take(ShownTokens shown) {
        try {
            BlockPoolTokenSecretManager present = field().get(dataNode);
            if (present instanceof NotedTokens) {
                return Outcome.DONE;
            }
            if (present == null) {
                return Outcome.failed("this DataNode has no checker of block tokens");
            }
            Outcome called = NotedTokens.isCalled();
            if (called.isDone()) {
                field().set(dataNode, new NotedTokens(present, shown));
            }
            return called;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
            return Outcome.failed("DataNode.blockPoolTokenSecretManager cannot be replaced: " + refused);
        }
    }

    /** Restores the checker before ours. */
    public Outcome leave() {
        try {
            BlockPoolTokenSecretManager present = field().get(dataNode);
            if (present instanceof NotedTokens) {
                field().set(dataNode, ((NotedTokens) present).stock());
            }
            return Outcome.DONE;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
            return Outcome.failed("DataNode.blockPoolTokenSecretManager stays ours: " + refused);
        }
    }

    private static HostField<BlockPoolTokenSecretManager> field() throws ReflectiveOperationException {
        return HostField.of(DataNode.class, "blockPoolTokenSecretManager", BlockPoolTokenSecretManager.class);
    }
}
