package io.hdfsthrottle.testkit.control;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Ports;
import io.hdfsthrottle.testkit.process.Rig;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.commons.io.function.Uncheck;

/** A real ZooKeeper server process. */
public record ZooKeeper(JavaProcess process, String connect) {

    public static ZooKeeper start(Rig rig) {
        return start(rig, rig.ports().free());
    }

    /** Starts a server on that port and on the data of an earlier one of the same rig, if any. */
    public static ZooKeeper start(Rig rig, int port) {
        String data = rig.folder("zookeeper").toString();
        return started(rig, port, Coordinator.MAIN, "zookeeper", "--data", data, "--port", "" + port);
    }

    /** The same with TLS alone, client certificates of that authority, and its own key and certificate, in PEM. */
    public static ZooKeeper startSecure(Rig rig, int port, Path trust, Path identity) {
        Path folder = rig.folder("zookeeper");
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
        Path file = Uncheck.get(() -> Files.write(folder.resolve("zoo.cfg"), settings));
        return started(rig, port, "org.apache.zookeeper.server.quorum.QuorumPeerMain", file.toString());
    }

    private static ZooKeeper started(Rig rig, int port, String main, String... arguments) {
        List<Path> jars = rig.repository().coordinator();
        JavaProcess process = rig.start(JavaCommand.daemon("zookeeper", jars, main, arguments));
        process.awaitReady(Duration.ofSeconds(30), () -> {
            new Socket(Ports.loopback(), port).close();
            return true;
        });
        return new ZooKeeper(process, LOOPBACK + ":" + port);
    }
}
