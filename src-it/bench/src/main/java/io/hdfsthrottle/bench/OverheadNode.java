package io.hdfsthrottle.bench;

import io.hdfsthrottle.cluster.Cluster;
import io.hdfsthrottle.cluster.Hdfs;
import io.hdfsthrottle.cluster.Rates;
import io.hdfsthrottle.cluster.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One of the clusters of {@link PaceOverhead}, and a client that reads from it what is in the page cache. */
record OverheadNode(Cluster cluster, Hdfs client) {

    private static final int FILE_BYTES = 64 << 20;
    private static final int SMALL = 4096;
    private static final Duration RUN_IN = Duration.ofMillis(50);
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

    static OverheadNode start(Stage stage, String name) throws IOException {
        Cluster cluster = stage.belongings().own(Cluster.start(stage.folder().resolve(name), "3.4", stage.settings()));
        Hdfs client = stage.belongings().own(Hdfs.untagged(cluster.nameNode()));
        client.write(FILE, FILE_BYTES, 1);
        return new OverheadNode(cluster, client);
    }

    /** Starts the DataNode anew. */
    void hook(boolean on) throws InterruptedException {
        cluster.restartDataNode(Map.of("hdfs.throttle.enabled", Boolean.toString(on)));
        for (int attempt = 0; !readable(); attempt++) {
            if (attempt == ATTEMPTS) {
                throw new IllegalStateException(FILE + " cannot be read after the DataNode's restart");
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private boolean readable() {
        try (InputStream in = client.open(FILE)) {
            return in.read() >= 0;
        } catch (IOException notYet) {
            return false;
        }
    }

    long dataNodeProcess() {
        return cluster.dataNode().process().pid();
    }

    /** What the client gets in that time, in bytes per second. */
    double rate(Load load, Duration window) {
        try (Streams streams = load.start(client)) {
            Rates.over(RUN_IN, List.of(streams));
            double rate = Rates.over(window, List.of(streams)).get(0);
            if (!streams.errors().isEmpty()) {
                throw new IllegalStateException(
                        "the reader failed", streams.errors().get(0));
            }
            return rate;
        }
    }
}
