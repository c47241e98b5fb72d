package io.hdfsthrottle.testkit.hdfs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.PrivilegedAction;
import java.util.Map;
import org.apache.commons.io.function.Uncheck;
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
    private final DatanodeInfo dataNode;
    private final PeerCache connections = new PeerCache(CONNECTIONS, KEPT_MILLIS);

    private BlockReads(String fileSystem, Configuration configuration, String path) throws IOException {
        this.path = path;
        this.configuration = configuration;
        this.client = new DFSClient(URI.create(fileSystem), configuration);
        this.block = client.getLocatedBlocks(path, 0).get(0);
        this.dataNode = block.getLocations()[0];
    }

    public static BlockReads of(
            NameNode nameNode, UserGroupInformation user, Map<String, String> settings, String path) {
        Configuration configuration = new Configuration();
        settings.forEach(configuration::set);
        return user.doAs((PrivilegedAction<BlockReads>)
                () -> Uncheck.get(() -> new BlockReads(nameNode.fileSystem(), configuration, path)));
    }

    /** Reads the whole block and verifies its checksums. */
    public byte[] read(String clientName) throws IOException {
        byte[] bytes = new byte[(int) block.getBlockSize()];
        try (BlockReader reader = BlockReaderRemote.newBlockReader(
                path,
                block.getBlock(),
                block.getBlockToken(),
                0,
                bytes.length,
                true,
                clientName,
                connection(),
                dataNode,
                connections,
                CachingStrategy.newDefaultStrategy(),
                0,
                configuration)) {
            reader.readFully(bytes, 0, bytes.length);
        }
        return bytes;
    }

    private Peer connection() throws IOException {
        Peer kept = connections.get(dataNode, false);
        InetSocketAddress address = new InetSocketAddress(dataNode.getIpAddr(), dataNode.getXferPort());
        return kept != null ? kept : client.newConnectedPeer(address, block.getBlockToken(), dataNode);
    }

    @Override
    public void close() {
        Uncheck.run(client::close);
    }
}
