package io.hdfsthrottle.testkit.control;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Ports;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A real ZooKeeper server process. */
public record ZooKeeper(JavaProcess process, String connect) {

    private static final Duration START = Duration.ofSeconds(30);

    /** Starts a server on an empty folder. */
    public static ZooKeeper start(Rig rig) {
        return start(rig, rig.ports().free());
    }

    /** Starts a server on that port and on the data of an earlier one of the same rig, if any. */
    public static ZooKeeper start(Rig rig, int port) {
        JavaProcess process = rig.start(JavaCommand.daemon(
                "zookeeper",
                rig.repository().coordinator(),
                Coordinator.MAIN,
                "zookeeper",
                "--data",
                rig.folder("zookeeper").toString(),
                "--port",
                Integer.toString(port)));
        process.awaitReady(START, () -> listens(port));
        return new ZooKeeper(process, LOOPBACK + ":" + port);
    }

    /**
     * Starts a server on that port that only uses TLS and requires client certificates; on the data of an earlier one
     * of the same rig, if any.
     *
     * @param trust the authorities whose clients may connect, in PEM
     * @param identity its own key and certificate, in PEM
     */
    public static ZooKeeper startSecure(Rig rig, int port, Path trust, Path identity) {
        Path folder = rig.folder("zookeeper");
        Path file = folder.resolve("zoo.cfg");
        List<String> settings = List.of(
                "dataDir=" + folder.resolve("data"),
                "secureClientPortAddress=" + LOOPBACK,
                "secureClientPort=" + port,
                "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                "ssl.keyStore.location=" + identity,
                "ssl.keyStore.type=PEM",
                "ssl.trustStore.location=" + trust,
                "ssl.trustStore.type=PEM",
                "tickTime=1000",
                "admin.enableServer=false");
        try {
            Files.write(file, settings);
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
        JavaProcess process = rig.start(JavaCommand.daemon(
                "zookeeper",
                rig.repository().coordinator(),
                "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                file.toString()));
        process.awaitReady(START, () -> listens(port));
        return new ZooKeeper(process, LOOPBACK + ":" + port);
    }

    private static boolean listens(int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(Ports.loopback(), port));
            return true;
        }
    }
}
