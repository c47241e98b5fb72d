package io.hdfsthrottle.testkit.hdfs;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationTaskStatus;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;

/** An administrator's operations on a running DataNode, which {@code dfsadmin} has too, from within this JVM. */
final class Administrator {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final InetSocketAddress ipc;

    Administrator(InetSocketAddress ipc) {
        this.ipc = ipc;
    }

    /** One request. */
    private interface Request<T> {
        T to(ClientDatanodeProtocol dataNode) throws IOException;
    }

    /** Has it read its configuration again; the properties that it refuses, with the reason. */
    Map<String, String> reconfigure() {
        ask(dataNode -> {
            dataNode.startReconfiguration();
            return null;
        });
        ReconfigurationTaskStatus done = await().atMost(PATIENCE)
                .until(() -> ask(ClientDatanodeProtocol::getReconfigurationStatus), ReconfigurationTaskStatus::stopped);
        Map<String, String> refused = new TreeMap<>();
        done.getStatus().forEach((change, error) -> error.ifPresent(why -> refused.put(change.prop, why)));
        return refused;
    }

    void evictWriters() {
        ask(dataNode -> {
            dataNode.evictWriters();
            return null;
        });
    }

    void shutDownForUpgrade() {
        ask(dataNode -> {
            dataNode.shutdownDatanode(true);
            return null;
        });
    }

    private <T> T ask(Request<T> request) {
        ClientDatanodeProtocol dataNode = null;
        try {
            dataNode = DFSUtilClient.createClientDatanodeProtocolProxy(
                    ipc, UserGroupInformation.getCurrentUser(), new Configuration(), SocketFactory.getDefault());
            return request.to(dataNode);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        } finally {
            Optional.ofNullable(dataNode).ifPresent(RPC::stopProxy);
        }
    }
}
