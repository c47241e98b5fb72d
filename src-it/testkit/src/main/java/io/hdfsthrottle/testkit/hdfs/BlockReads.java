package io.hdfsthrottle.testkit.hdfs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.BlockReader;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.PeerCache;
import org.apache.hadoop.hdfs.client.impl.BlockReaderRemote;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Reads the first block of a file under any client name, over few connections, as an attacker with its own
 * implementation of HDFS's protocol can. Shows the block token that the NameNode gave its user. Used by one thread.
 */
public final class BlockReads implements AutoCloseable {

    private static final int CONNECTIONS = 4;

    /** Less than the 4 s after which a DataNode closes an idle connection. */
    private static final long KEPT_MILLIS = 2_000;

    private final String path;
    private final Configuration configuration;
    private final DFSClient client;
    private final LocatedBlock block;
    private final PeerCache connections = new PeerCache(CONNECTIONS, KEPT_MILLIS);

    private BlockReads(String path, Configuration configuration, DFSClient client) throws IOException {
        this.path = path;
        this.configuration = configuration;
        this.client = client;
        this.block = client.getLocatedBlocks(path, 0).get(0);
    }

    /** Reads as that user, with these HDFS settings. */
    public static BlockReads of(NameNode nameNode, UserGroupInformation user, Map<String, String> settings, String path)
            throws IOException {
        Configuration configuration = new Configuration();
        settings.forEach(configuration::set);
        try {
            return user.doAs((PrivilegedExceptionAction<BlockReads>) () -> new BlockReads(
                    path, configuration, new DFSClient(URI.create(nameNode.fileSystem()), configuration)));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
    }

    /** Reads the whole block and verifies its checksums. */
    public byte[] read(String clientName) throws IOException {
        byte[] bytes = new byte[(int) block.getBlockSize()];
        BlockReader reader = BlockReaderRemote.newBlockReader(
                path,
                block.getBlock(),
                block.getBlockToken(),
                0,
                bytes.length,
                true,
                clientName,
                connection(),
                dataNode(),
                connections,
                CachingStrategy.newDefaultStrategy(),
                0,
                configuration);
        try {
            reader.readFully(bytes, 0, bytes.length);
        } finally {
            reader.close();
        }
        return bytes;
    }

    private Peer connection() throws IOException {
        Peer kept = connections.get(dataNode(), false);
        return kept != null
                ? kept
                : client.newConnectedPeer(
                        new InetSocketAddress(dataNode().getIpAddr(), dataNode().getXferPort()),
                        block.getBlockToken(),
                        dataNode());
    }

    private DatanodeInfo dataNode() {
        return block.getLocations()[0];
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
