package io.hdfsthrottle.bench;

import io.hdfsthrottle.cluster.Cluster;
import io.hdfsthrottle.cluster.Hdfs;
import io.hdfsthrottle.cluster.Rates;
import io.hdfsthrottle.cluster.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The DataNode of {@link PaceOverhead}, from which the hook comes and goes, and a client that reads from it what is in the page cache. */
record SwitchedNode(Cluster cluster, Hdfs client, Path folder) {

    private static final int FILE_BYTES = 64 << 20;
    private static final int SMALL = 4096;
    private static final String FILE = "/file";
    private static final int ATTEMPTS = 300;

    /** What the client does. */
    enum Load {
        STREAMING_64K,
        RANDOM_4K;

        private Streams start(Hdfs client) {
            return this == STREAMING_64K
                    ? Streams.reading(client, FILE, 1)
                    : Streams.readingAnywhere(client, FILE, FILE_BYTES, SMALL, Streams.Behind.LEFT);
        }
    }

    static SwitchedNode start(Stage stage) throws IOException, URISyntaxException {
        Path jar = Path.of(SwitchedPlugin.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path cluster = stage.folder().resolve("node");
        Cluster started = stage.cluster(cluster, stage.settings(), List.of(), List.of(jar));
        Hdfs client = stage.belongings().own(Hdfs.untagged(started.nameNode()));
        client.write(FILE, FILE_BYTES, 1);
        return new SwitchedNode(
                started, client, Files.createDirectories(stage.folder().resolve("switch")));
    }

    /** Starts the DataNode anew, without the hook. */
    void restart() throws IOException, InterruptedException {
        SwitchedPlugin.forget(folder);
        cluster.restartDataNode(Map.of(
                "dfs.datanode.plugins", SwitchedPlugin.class.getName(), SwitchedPlugin.FOLDER, folder.toString()));
        until(this::readable, FILE + " cannot be read after the DataNode's restart");
    }

    /** Puts the hook in, or takes it out. */
    void hook(boolean on) throws IOException, InterruptedException {
        SwitchedPlugin.ask(folder, on);
        until(() -> SwitchedPlugin.isDone(folder, on), "the DataNode does not do what " + folder + " says");
    }

    private boolean readable() {
        try (InputStream in = client.open(FILE)) {
            return in.read() >= 0;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static void until(Condition condition, String orElse) throws IOException, InterruptedException {
        for (int attempt = 0; !condition.holds(); attempt++) {
            if (attempt == ATTEMPTS) {
                throw new IllegalStateException(orElse);
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds() throws IOException;
    }

    long dataNodeProcess() {
        return cluster.dataNode().process().pid();
    }

    /** What the client gets in the second of these times. */
    Turn turn(Load load, Duration runIn, Duration window) {
        try (Streams streams = load.start(client)) {
            Rates.over(runIn, List.of(streams));
            Duration worked = processorTime();
            long begun = System.nanoTime();
            double rate = Rates.over(window, List.of(streams)).get(0);
            double processors = (double) processorTime().minus(worked).toNanos() / (System.nanoTime() - begun);
            if (!streams.errors().isEmpty()) {
                throw new IllegalStateException(
                        "the reader failed", streams.errors().get(0));
            }
            return new Turn(rate, rate / processors);
        }
    }

    private Duration processorTime() {
        return ProcessHandle.of(dataNodeProcess())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow(
                        () -> new IllegalStateException("the kernel does not say what the DataNode's process takes"));
    }
}
