package io.hdfsthrottle.bench.scenario.tier;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * The rate of one thread that writes a file to each storage, until its last byte is there. In bytes a second, one value
 * for each repeat.
 */
final class Writes {

    static final String RAW = "without HDFS";

    /** To a folder that was created for it with HDFS's own command; the hook is off. */
    static final String ALONE = "HDFS alone";

    /** With the hook: to a folder that is a tier. */
    static final String TIER = "hdfs-throttle";

    private static final long MEBIBYTES = 256;
    private static final int CHUNK = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(200);

    private final Stage stage;
    private final Map<String, List<Double>> rates = new LinkedHashMap<>();

    Writes(Stage stage) {
        this.stage = stage;
    }

    /** Measures without HDFS. */
    void raw(List<Storage> storages) throws IOException {
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            for (Storage storage : storages) {
                note(RAW, storage, storage.rawRate(MEBIBYTES));
            }
        }
    }

    /** Measures in HDFS, to a folder with files on that storage. */
    void in(Hdfs hdfs, String how, String folder, Storage storage) throws IOException {
        byte[] chunk = new byte[CHUNK];
        new SplittableRandom(MEBIBYTES).nextBytes(chunk);
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            String path = folder + "/file-" + rates.size() + "-" + repeat;
            long from = System.nanoTime();
            try (OutputStream out = hdfs.create(path)) {
                for (long i = 0; i < MEBIBYTES; i++) {
                    out.write(chunk);
                }
            }
            storage.flush().run();
            double seconds = (System.nanoTime() - from) / 1e9;
            Set<String> types = hdfs.storageTypes(path);
            if (!types.equals(Set.of(storage.type()))) {
                throw new IllegalStateException(
                        path + " was to be written to " + storage.type() + ", and is on " + types);
            }
            hdfs.delete(path);
            awaitEmpty(storage);
            note(how, storage, (MEBIBYTES << 20) / seconds);
        }
    }

    /** Data deleted in HDFS is deleted on its storage some seconds later; full memory sends the next file elsewhere. */
    private static void awaitEmpty(Storage storage) throws IOException {
        long from = System.nanoTime();
        while (!storage.replicas().isEmpty() && System.nanoTime() - from < PATIENCE.toNanos()) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
        storage.flush().run();
    }

    private static String name(String how, Storage storage) {
        return storage.type() + ", " + how;
    }

    private void note(String how, Storage storage, double rate) {
        String name = name(how, storage);
        rates.computeIfAbsent(name, first -> new ArrayList<>()).add(rate);
        stage.say("%-26s %7.1f MB/s", name, rate / MEGA);
    }

    /** The rates of all repeats. */
    List<Double> rates(String how, Storage storage) {
        return rates.get(name(how, storage));
    }

    double median(String how, Storage storage) {
        return Statistics.median(rates(how, storage));
    }

    Figures figures() {
        Figures figures = new Figures();
        rates.forEach(figures::megabytes);
        return figures;
    }

    /** Medians, in MB/s. */
    Map<String, List<Double>> series(List<Storage> storages) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (String how : List.of(RAW, ALONE, TIER)) {
            series.put(how, each(storages, storage -> median(how, storage) / MEGA));
        }
        return series;
    }
}
