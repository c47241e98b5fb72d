package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.quickstart.Scenario.Contender;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The files that every run reads: for each tenant a folder in HDFS on each DataNode, and a local manifest of their
 * checksums.
 *
 * @param scenario who reads them
 * @param manifest a line for each file, with its path, length and SHA-256; it appears when all are written
 */
record Dataset(Scenario scenario, Path manifest) {

    private static final long SEED = 20261120;
    private static final int WRITERS = 3;

    /** Each DataNode has another kind of disk, which the storage policy of its folder selects. */
    private static final List<String> POLICIES = List.of("HOT", "ALL_SSD", "COLD");

    /** Writes them all. */
    void write(NameNode nameNode) throws Exception {
        Map<String, String> settings = Map.of("dfs.blocksize", Integer.toString(fileBytes()));
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try (Hdfs hdfs = Hdfs.tagged(nameNode, "NONMAPREDUCE", settings)) {
            for (int node = 0; node < scenario.nodes(); node++) {
                hdfs.folder(folder(node), POLICIES.get(node));
            }
            List<Callable<String>> files = new ArrayList<>();
            for (String path : paths()) {
                files.add(
                        () -> path + "\t" + fileBytes() + "\t" + hdfs.write(path, fileBytes(), SEED ^ path.hashCode()));
            }
            List<String> lines = new ArrayList<>();
            for (Future<String> line : writers.invokeAll(files)) {
                lines.add(line.get());
            }
            Path draft = Files.write(manifest.resolveSibling("manifest.draft"), lines);
            Files.move(draft, manifest, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            writers.shutdownNow();
        }
    }

    private List<String> paths() {
        List<String> paths = new ArrayList<>();
        for (Contender contender : scenario.contenders()) {
            for (int node = 0; node < scenario.nodes(); node++) {
                for (int file = 0; file < files(contender, node); file++) {
                    paths.add("%s/%s/part-%05d".formatted(folder(node), contender.tenant(), file));
                }
            }
        }
        return paths;
    }

    /** The contender's folders, one on each DataNode, with commas between them. */
    String folders(Contender contender) {
        return IntStream.range(0, scenario.nodes())
                .mapToObj(node -> folder(node) + "/" + contender.tenant())
                .collect(Collectors.joining(","));
    }

    private static String folder(int node) {
        return "/data/node-" + (node + 1);
    }

    /** Smaller and more files where there are several DataNodes, so that parts are whole numbers and tasks mix. */
    private long files(Contender contender, int node) {
        return Math.max(1, Math.round(contender.part(node) * (scenario.isSpread() ? 40 : 16)));
    }

    private int fileBytes() {
        return (scenario.isSpread() ? 4 : 16) << 20;
    }

    /** How many files of which size. */
    String size() {
        return paths().size() + " files of " + (fileBytes() >> 20) + " MiB";
    }
}
