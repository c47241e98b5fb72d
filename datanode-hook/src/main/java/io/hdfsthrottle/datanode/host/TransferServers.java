package io.hdfsthrottle.datanode.host;

import io.hdfsthrottle.kernel.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.util.Daemon;

/**
 * The servers whose threads transfer a DataNode's blocks: one for TCP, and optionally one for a UNIX domain socket.
 *
 * <p>{@code DataXceiverServer} is package-private. {@code DataNode.getXferServer()} returns the first; the second is
 * only in the field {@code localDataXceiverServer}. Where this Hadoop has no such field, {@link #domainSocket} reports
 * it, and all else continues. Immutable.
 */
public final class TransferServers {

    private final Map<String, Object> byName;
    private final Outcome domainSocket;

    private TransferServers(Map<String, Object> byName, Outcome domainSocket) {
        this.byName = byName;
        this.domainSocket = domainSocket;
    }

    /** Those of a DataNode; fails if this Hadoop does not expose the one for TCP. */
    public static TransferServers of(DataNode dataNode) throws ReflectiveOperationException {
        Map<String, Object> byName = new LinkedHashMap<>();
        Object tcp = HostMethod.of(dataNode, "getXferServer").call();
        if (tcp == null) {
            throw new ReflectiveOperationException("this DataNode has no server that transfers blocks");
        }
        byName.put("tcp", tcp);
        Outcome domainSocket = Outcome.DONE;
        try {
            Daemon daemon = HostField.of(DataNode.class, "localDataXceiverServer", Daemon.class)
                    .get(dataNode);
            if (daemon != null) {
                byName.put("domain socket", daemon.getRunnable());
            }
        } catch (ReflectiveOperationException elsewhere) {
            domainSocket =
                    Outcome.failed("this Hadoop keeps the server of the UNIX domain socket elsewhere: " + elsewhere);
        }
        return new TransferServers(byName, domainSocket);
    }

    /** The servers by kind of socket, the one for TCP first. */
    public Map<String, Object> byName() {
        return byName;
    }

    /** Whether the domain socket's server is included if there is one. */
    public Outcome domainSocket() {
        return domainSocket;
    }
}
