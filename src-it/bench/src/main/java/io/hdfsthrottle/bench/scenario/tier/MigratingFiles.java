package io.hdfsthrottle.bench.scenario.tier;

import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;

/** Files that are written to tiers and move on to the disk, and their state. */
final class MigratingFiles {

    static final String TEMPORARY = "/moving/temporary";
    static final String STABLE = "/moving/stable";

    /** Both begin on the SSD; the first moves on to the second's policy, and then to the disk. */
    static final Map<String, Map<String, String>> TIERS = Map.of(
            "temporary", Map.of("path", TEMPORARY, "policy", "ALL_SSD", "after", "1s"),
            "stable", Map.of("path", STABLE, "policy", "ONE_SSD", "after", "1s"));

    /** So that a file has several. */
    static final Map<String, String> BLOCKS = Map.of("dfs.blocksize", Integer.toString(1 << 20));

    private static final int FILE_BYTES = (2 << 20) + 4096;
    private static final String ARRIVED = "HOT";
    private static final Duration LOOK = Duration.ofMillis(300);

    private final TieredCluster cluster;
    private final Hdfs hdfs;
    private final List<Storage> storages;
    private final Map<String, String> written = new LinkedHashMap<>();
    private final Set<String> onTheWay = new LinkedHashSet<>();

    /** Writes nothing yet. */
    MigratingFiles(TieredCluster cluster, Hdfs hdfs, List<Storage> storages) {
        this.cluster = cluster;
        this.hdfs = hdfs;
        this.storages = storages;
    }

    /** Writes so many files, one to each tier by turns. */
    void write(int files) throws IOException {
        for (int i = 0; i < files; i++) {
            String path = (i % 2 == 0 ? TEMPORARY : STABLE) + "/file-" + written.size();
            written.put(path, hdfs.write(path, FILE_BYTES, written.size()));
            onTheWay.add(path);
        }
    }

    /** Files that are not yet on the disk, with the policy of files there. */
    Set<String> onTheWay() throws IOException {
        cluster.supervise(hdfs);
        for (String path : Set.copyOf(onTheWay)) {
            if (hdfs.storageTypes(path).equals(Set.of(Storage.DISK))
                    && hdfs.storagePolicy(path).equals(ARRIVED)) {
                onTheWay.remove(path);
            }
        }
        return Set.copyOf(onTheWay);
    }

    /** Waits until all have arrived, or for so long; returns the seconds. */
    double await(Duration patience) throws IOException {
        long from = System.nanoTime();
        while (!onTheWay().isEmpty() && System.nanoTime() - from < patience.toNanos()) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
        return (System.nanoTime() - from) / 1e9;
    }

    /**
     * Their state, as soon as every block is in exactly one place, or after so long: a moved replica is deleted some
     * time later.
     */
    FileStates stock(Duration patience) throws IOException {
        long from = System.nanoTime();
        Map<Long, Set<String>> places = places();
        while (places.values().stream().anyMatch(each -> each.size() != 1)
                && System.nanoTime() - from < patience.toNanos()) {
            LockSupport.parkNanos(LOOK.toNanos());
            places = places();
        }
        Set<String> listed = new TreeSet<>(hdfs.files(TEMPORARY));
        listed.addAll(hdfs.files(STABLE));
        Map<String, String> read = new HashMap<>();
        for (String path : listed) {
            try {
                read.put(path, hdfs.read(path));
            } catch (IOException lost) {
                System.err.println(path + ": " + lost.getMessage());
            }
        }
        return new FileStates(written, read, listed, places);
    }

    private Map<Long, Set<String>> places() throws IOException {
        Map<Long, Set<String>> places = new HashMap<>();
        for (String path : written.keySet()) {
            try {
                hdfs.blocks(path).forEach(block -> places.put(block, new TreeSet<>()));
            } catch (IOException gone) {
                // It is reported as lost, too.
                System.err.println(path + ": " + gone.getMessage());
            }
        }
        for (Storage storage : storages) {
            for (long block : storage.replicas()) {
                places.getOrDefault(block, new TreeSet<>()).add(storage.type());
            }
        }
        return places;
    }
}
