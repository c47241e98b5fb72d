package io.hdfsthrottle.bench.load;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A DataNode in which the hook is enabled and disabled at run time, and a client that reads from it what is in the page
 * cache.
 */
public record SwitchedNode(Cluster cluster, Hdfs client, Path folder) {

    private static final int FILE_BYTES = 64 << 20;
    private static final int SMALL = 4096;
    private static final String FILE = "/file";
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** The client's workload. */
    public enum Load {
        STREAMING_64K,
        RANDOM_4K;

        private Streams start(Hdfs client) {
            return this == STREAMING_64K
                    ? Streams.reading(client, FILE, 1)
                    : Streams.readingAnywhere(client, FILE, FILE_BYTES, SMALL, Streams.Behind.LEFT);
        }
    }

    /** The client's rate, and the bytes per second of processor time that the DataNode used for it. */
    public record Turn(double bytesPerSecond, double bytesPerProcessorSecond) {}

    /** Starts a cluster and writes the client's file. */
    public static SwitchedNode start(Stage stage) throws IOException, URISyntaxException {
        Path cluster = stage.folder().resolve("node");
        Cluster started = stage.cluster(cluster, stage.settings(), List.of(), List.of(Stage.benchJar()));
        Hdfs client = stage.resources().own(Hdfs.untagged(started.nameNode()));
        client.write(FILE, FILE_BYTES, 1);
        return new SwitchedNode(
                started, client, Files.createDirectories(stage.folder().resolve("switch")));
    }

    /** Restarts the DataNode, without the hook. */
    public void restart() throws IOException {
        // A process inherits its CPU affinity, and a JVM with one processor behaves differently.
        apart(false);
        SwitchedPlugin.forget(folder);
        cluster.restartDataNode(Map.of(
                "dfs.datanode.plugins", SwitchedPlugin.class.getName(), SwitchedPlugin.FOLDER, folder.toString()));
        client.awaitReadable(FILE);
        apart(true);
    }

    public void hook(boolean on) throws IOException {
        SwitchedPlugin.ask(folder, on);
        await("the hook " + (on ? "in" : "out")).atMost(PATIENCE).until(() -> SwitchedPlugin.isDone(folder, on));
    }

    /** Whether there are separate processors for the client and the DataNode. */
    public static boolean hasProcessorsApart() {
        return PROCESSORS >= 2;
    }

    /**
     * Binds this process to one processor and the DataNode to another, or lets both run anywhere
     * (sched_setaffinity(2)).
     */
    private void apart(boolean apart) {
        if (hasProcessorsApart()) {
            String all = "0-" + (PROCESSORS - 1);
            keep(ProcessHandle.current().pid(), apart ? "0" : all);
            keep(cluster.dataNode().process().pid(), apart ? "1" : all);
        }
    }

    private static void keep(long process, String processors) {
        SystemCommands.output("taskset", "-a", "-c", "-p", processors, Long.toString(process));
    }

    /** The client's results in the second of these periods. */
    public Turn measure(Load load, Duration runIn, Duration window) {
        try (Streams streams = load.start(client)) {
            Rates.over(runIn, List.of(streams));
            Duration worked = Stage.processorTime(cluster);
            long begun = System.nanoTime();
            double rate = Rates.over(window, List.of(streams)).get(0);
            double used = Stage.processorTime(cluster).minus(worked).toNanos();
            double processors = used / (System.nanoTime() - begun);
            streams.check();
            return new Turn(rate, rate / processors);
        }
    }
}
