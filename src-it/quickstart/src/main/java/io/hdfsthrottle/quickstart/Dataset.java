package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.quickstart.Scenario.Contender;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;

/**
 * The files that every run reads: for each tenant a folder in HDFS on each DataNode, and a local manifest that appears
 * when all are written, a line for each file with its path, length and SHA-256.
 */
record Dataset(Scenario scenario, Path manifest) {

    private static final long SEED = 20261120;

    /** Each DataNode has another kind of disk, which the storage policy of its folder selects. */
    private static final List<String> POLICIES = List.of("HOT", "ALL_SSD", "COLD");

    void write(NameNode nameNode) throws IOException {
        Map<String, String> settings = Map.of("dfs.blocksize", Integer.toString(fileBytes()));
        try (Hdfs hdfs = Hdfs.tagged(nameNode, "NONMAPREDUCE", settings)) {
            for (int node = 0; node < scenario.nodes(); node++) {
                hdfs.folder(folder(node), POLICIES.get(node));
            }
            appear(manifest, paths().parallelStream().map(path -> line(hdfs, path)));
        }
    }

    private String line(Hdfs hdfs, String path) {
        String digest = Uncheck.get(() -> hdfs.write(path, fileBytes(), SEED ^ path.hashCode()));
        return path + "\t" + fileBytes() + "\t" + digest;
    }

    /** Writes a local file that is never seen in part. */
    static void appear(Path file, Stream<String> lines) throws IOException {
        Path draft = Files.write(file.resolveSibling(file.getFileName() + ".draft"), lines.toList());
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private List<String> paths() {
        return scenario.contenders().stream()
                .flatMap(contender -> IntStream.range(0, scenario.nodes())
                        .boxed()
                        .flatMap(node -> IntStream.range(0, files(contender, node))
                                .mapToObj(file -> String.format(
                                        Locale.ROOT, "%s/%s/part-%05d", folder(node), contender.tenant(), file))))
                .toList();
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
    private int files(Contender contender, int node) {
        return (int) Math.max(1, Math.round(contender.part(node) * (scenario.isSpread() ? 80 : 8)));
    }

    private int fileBytes() {
        return (scenario.isSpread() ? 2 : 16) << 20;
    }

    String size() {
        return paths().size() + " files of " + (fileBytes() >> 20) + " MiB";
    }
}
