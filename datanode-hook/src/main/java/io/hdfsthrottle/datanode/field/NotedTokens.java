package io.hdfsthrottle.datanode.field;

import io.hdfsthrottle.datanode.host.HostMethod;
import io.hdfsthrottle.datanode.transfer.ShownTokens;
import io.hdfsthrottle.kernel.Outcome;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockPoolTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.security.token.Token;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a DataNode's checker of block tokens: delegates the check, and notes whose token passed. Thread-safe.
 *
 * <p>Everything else is delegated too, with the stock checker's pools and keys: all its methods use {@link #get}. An
 * error of ours only loses a note.
 */
public final class NotedTokens extends BlockPoolTokenSecretManager {

    private static final Logger LOG = LoggerFactory.getLogger(NotedTokens.class);

    private final AtomicBoolean failed = new AtomicBoolean();
    private final BlockPoolTokenSecretManager stock;
    private final ShownTokens shown;

    /** Replaces that stock checker. */
    NotedTokens(BlockPoolTokenSecretManager stock, ShownTokens shown) {
        this.stock = stock;
        this.shown = shown;
    }

    /** Whether this Hadoop checks tokens by the methods overridden here. */
    static Outcome isCalled() {
        try {
            HostMethod.require(
                    BlockPoolTokenSecretManager.class,
                    "checkAccess",
                    Token.class,
                    String.class,
                    ExtendedBlock.class,
                    BlockTokenIdentifier.AccessMode.class,
                    StorageType[].class,
                    String[].class);
            return Outcome.DONE;
        } catch (ReflectiveOperationException another) {
            return Outcome.failed("this Hadoop checks block tokens in another way: " + another);
        }
    }

    /** The checker before ours. */
    BlockPoolTokenSecretManager stock() {
        return stock;
    }

    @Override
    public void addBlockPool(String pool, BlockTokenSecretManager manager) {
        stock.addBlockPool(pool, manager);
    }

    @Override
    public BlockTokenSecretManager get(String pool) {
        return stock.get(pool);
    }

    @Override
    public boolean isBlockPoolRegistered(String pool) {
        return stock.isBlockPoolRegistered(pool);
    }

    @Override
    public void clearAllKeysForTesting() {
        stock.clearAllKeysForTesting();
    }

    @Override
    public void checkAccess(
            Token<BlockTokenIdentifier> token,
            String userId,
            ExtendedBlock block,
            BlockTokenIdentifier.AccessMode mode,
            StorageType[] storageTypes,
            String[] storageIds)
            throws InvalidToken {
        forget();
        stock.checkAccess(token, userId, block, mode, storageTypes, storageIds);
        note(token);
    }

    private void forget() {
        try {
            shown.forget();
        } catch (Throwable error) {
            say(error);
        }
    }

    private void note(Token<BlockTokenIdentifier> token) {
        try {
            shown.note(user(token));
        } catch (Throwable error) {
            say(error);
        }
    }

    private static String user(Token<BlockTokenIdentifier> token) throws IOException {
        BlockTokenIdentifier identifier = new BlockTokenIdentifier();
        identifier.readFields(new DataInputStream(new ByteArrayInputStream(token.getIdentifier())));
        return identifier.getUserId();
    }

    private void say(Throwable error) {
        try {
            if (failed.compareAndSet(false, true)) {
                LOG.error(
                        "The user of a block token was not noted, and its tag does not count; this is said once",
                        error);
            }
        } catch (Throwable again) {
            return;
        }
    }
}
