package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.testkit.spark.SparkApplication;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The files that every run reads: a folder in HDFS for each tenant, and a local manifest of their checksums. */
record Dataset(Path manifest) {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int FILES = 16;
    private static final int FILE_BYTES = 16 << 20;
    private static final int BLOCK_BYTES = 16 << 20;

    /** Smaller and more files where there are several DataNodes, so that parts are whole numbers and tasks mix. */
    private static final int SPREAD_FILES = 40;

    private static final int SPREAD_FILE_BYTES = 4 << 20;

    /** Generates them with a Spark application. */
    static Dataset generate(Lineup lineup, Scenario scenario) {
        Path manifest = lineup.rig().folder("dataset").resolve("manifest.tsv");
        Map<String, String> settings = SparkApplication.reading(lineup.nameNode());
        settings.put("spark.hadoop.dfs.blocksize", Integer.toString(BLOCK_BYTES));
        boolean spread = scenario.nodes() > 1;
        if (spread) {
            lineup.place(IntStream.range(0, scenario.nodes())
                    .mapToObj(Dataset::folder)
                    .toList());
        }
        String folders = scenario.contenders().stream()
                .map(contender -> spread ? numberedFolders(contender) : folder(contender))
                .collect(Collectors.joining(","));
        new SparkApplication(
                        "generate",
                        "local[2]",
                        "io.hdfsthrottle.jobs.GenerateJob",
                        settings,
                        List.of(),
                        Map.of(
                                "folders", folders,
                                "files", Integer.toString(FILES),
                                "bytes", Integer.toString(spread ? SPREAD_FILE_BYTES : FILE_BYTES),
                                "seed", "20261120",
                                "manifest", manifest.toString()))
                .submit(lineup.rig(), lineup.spark())
                .awaitSuccess(PATIENCE);
        return new Dataset(manifest);
    }

    static String folder(Contender contender) {
        return "/data/" + contender.tenant();
    }

    private static String folder(int node) {
        return "/data/node-" + (node + 1);
    }

    private static String folder(Contender contender, int node) {
        return folder(node) + "/" + contender.tenant();
    }

    /** The contender's folders, one on each DataNode. */
    static String folders(Contender contender) {
        return nodes(contender).mapToObj(node -> folder(contender, node)).collect(Collectors.joining(","));
    }

    private static String numberedFolders(Contender contender) {
        return nodes(contender)
                .mapToObj(node -> folder(contender, node) + ":" + files(contender, node))
                .collect(Collectors.joining(","));
    }

    private static IntStream nodes(Contender contender) {
        return IntStream.range(0, contender.data().size());
    }

    private static long files(Contender contender, int node) {
        return Math.max(1, Math.round(contender.part(node) * SPREAD_FILES));
    }

    static String size(Scenario scenario) {
        if (scenario.nodes() > 1) {
            long files = scenario.contenders().stream()
                    .flatMapToLong(each -> nodes(each).mapToLong(node -> files(each, node)))
                    .sum();
            return files + " files of " + (SPREAD_FILE_BYTES >> 20) + " MiB";
        }
        int files = FILES * scenario.contenders().size();
        return files + " files of " + (FILE_BYTES >> 20) + " MiB";
    }
}
