package io.hdfsthrottle.rig.quickstart;

import io.hdfsthrottle.rig.SparkApplication;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The files that every run reads: a folder in HDFS for each tenant, and a local manifest of their checksums. */
record Dataset(Path manifest) {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int FILES = 16;
    private static final int FILE_BYTES = 16 << 20;
    private static final int BLOCK_BYTES = 16 << 20;

    /** Generates them with a Spark application. */
    static Dataset generate(Lineup lineup, Scenario scenario) {
        Path manifest = lineup.rig().folder("dataset").resolve("manifest.tsv");
        Map<String, String> settings = SparkApplication.reading(lineup.nameNode());
        settings.put("spark.hadoop.dfs.blocksize", Integer.toString(BLOCK_BYTES));
        String folders = scenario.contenders().stream().map(Dataset::folder).collect(Collectors.joining(","));
        new SparkApplication(
                        "generate",
                        "local[2]",
                        "io.hdfsthrottle.jobs.GenerateJob",
                        settings,
                        List.of(),
                        Map.of(
                                "folders", folders,
                                "files", Integer.toString(FILES),
                                "bytes", Integer.toString(FILE_BYTES),
                                "seed", "20261120",
                                "manifest", manifest.toString()))
                .submit(lineup.rig(), lineup.spark())
                .awaitSuccess(PATIENCE);
        return new Dataset(manifest);
    }

    static String folder(Contender contender) {
        return "/data/" + contender.tenant();
    }

    static String size(Scenario scenario) {
        int files = FILES * scenario.contenders().size();
        return files + " files of " + (FILE_BYTES >> 20) + " MiB";
    }
}
