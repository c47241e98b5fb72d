package io.hdfsthrottle.bench.scenario.minerva;

import io.hdfsthrottle.bench.scenario.minerva.TieredCluster.Storage;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/** Files that are written to tiers and move on to the disk; digests by path, and those that are not yet there. */
record MigratingFiles(
        TieredCluster cluster, Hdfs hdfs, List<Storage> storages, Map<String, String> written, Set<String> onTheWay) {

    private static final String TEMPORARY = "/moving/temporary";
    private static final String STABLE = "/moving/stable";

    /** Both begin on the SSD; the first moves on to the second's policy, and then to the disk. */
    static final Map<String, String> TIERS = Map.of(TEMPORARY, "ALL_SSD", STABLE, "ONE_SSD");

    /** So that a file has several. */
    static final Map<String, String> BLOCKS = Map.of("dfs.blocksize", Integer.toString(1 << 20));

    private static final int FILE_BYTES = (2 << 20) + 4096;

    MigratingFiles(TieredCluster cluster, Hdfs hdfs, List<Storage> storages) {
        this(cluster, hdfs, storages, new LinkedHashMap<>(), new LinkedHashSet<>());
    }

    /** Writes so many files, one to each tier by turns. */
    void write(int files) throws IOException {
        for (int i = 0; i < files; i++) {
            String path = (i % 2 == 0 ? TEMPORARY : STABLE) + "/file-" + written.size();
            written.put(path, hdfs.write(path, FILE_BYTES, written.size()));
            onTheWay.add(path);
        }
    }

    /** How many files are not yet on the disk, with the policy of files there. */
    int moving() throws IOException {
        cluster.supervise(hdfs);
        for (String path : List.copyOf(onTheWay)) {
            Set<String> types = hdfs.storageTypes(path);
            if (types.equals(Set.of("DISK")) && hdfs.storagePolicy(path).equals("HOT")) {
                onTheWay.remove(path);
            }
        }
        return onTheWay.size();
    }

    /** Their state, once every block is in one place, or after so long: a moved replica is deleted some time later. */
    States stock(Duration patience) throws IOException {
        TieredCluster.awaitAtMost(patience, () -> places().values().stream().allMatch(each -> each.size() == 1));
        Set<String> listed = hdfs.files("/moving");
        Map<String, String> read = new HashMap<>();
        for (String path : listed) {
            try {
                read.put(path, hdfs.read(path));
            } catch (IOException lost) {
                System.err.println(path + ": " + lost.getMessage());
            }
        }
        return new States(written, read, listed, places());
    }

    private Map<Long, Set<String>> places() throws IOException {
        Map<Long, Set<String>> places = new HashMap<>();
        for (String path : hdfs.files("/moving")) { // others are reported as lost
            hdfs.blocks(path).forEach(block -> places.put(block, new TreeSet<>()));
        }
        for (Storage storage : storages) {
            for (long block : storage.replicas()) {
                places.getOrDefault(block, new TreeSet<>()).add(storage.type());
            }
        }
        return places;
    }

    /** Digests by path, as written and as read now, if they can be; existing paths; the storages of each block. */
    record States(
            Map<String, String> written,
            Map<String, String> read,
            Set<String> listed,
            Map<Long, ? extends Collection<String>> places) {

        /** Files that are missing, cannot be read, or have other bytes. */
        List<String> lost() {
            return written.keySet().stream()
                    .filter(path -> !written.get(path).equals(read.get(path)))
                    .sorted()
                    .toList();
        }

        List<String> unexpected() {
            return listed.stream().filter(path -> !written.containsKey(path)).toList();
        }

        List<Long> blocks(IntPredicate inSoMany) {
            return places.keySet().stream()
                    .filter(block -> inSoMany.test(places.get(block).size()))
                    .sorted()
                    .toList();
        }
    }
}
