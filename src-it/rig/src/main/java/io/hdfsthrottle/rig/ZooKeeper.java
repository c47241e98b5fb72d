package io.hdfsthrottle.rig;

import static io.hdfsthrottle.rig.Ports.LOOPBACK;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/** A real ZooKeeper server of its own process. */
public record ZooKeeper(JavaProcess process, String connect) {

    private static final Duration START = Duration.ofSeconds(30);

    /** Starts a server on an empty folder. */
    public static ZooKeeper start(Rig rig) {
        int port = rig.ports().free();
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

    private static boolean listens(int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(Ports.loopback(), port));
            return true;
        }
    }
}
