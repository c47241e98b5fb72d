package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What the hook needs of a DataNode, in a real one of each version: with a plugin that takes the fields and writes down
 * what it is told.
 */
final class HadoopEdgeIT {

    private static final int FILE_BYTES = Hdfs.BLOCK_BYTES + (8 << 20);

    private final Repository repository = Repository.find();
    private Cluster cluster;
    private Path record;

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void everySeatIsTaken_andReadsAreToldBeforeTheyAreRead() throws IOException {
        start(Versions.ofHadoop(), List.of());

        assertThatReadsAreTold();
        assertThat(record())
                .contains(
                        "files done",
                        "readahead done",
                        "pool done",
                        "names done",
                        "servers done",
                        "lendable done",
                        "throttlers 3",
                        "library Hadoop's native library is not loaded");
    }

    @Test
    void withTheNativeLibraryOfItsOwn_hadoopReadsAheadForTheHookAndNotForItself() throws IOException {
        start("3.4", libraryPath());

        assertThatReadsAreTold();
        assertThat(record()).contains("files done", "readahead done", "library done", "ahead " + (1 << 20));
    }

    @Test
    @Tag("all")
    void nativeLibraryOfAnotherHadoop_isSaidToBeThat() throws IOException {
        start("3.5", libraryPath());

        assertThatReadsAreTold();
        assertThat(record())
                .anySatisfy(line -> assertThat(line).startsWith("library ").contains("not one of Hadoop 3.5"));
    }

    private List<String> libraryPath() {
        return List.of("-Djava.library.path=" + repository.nativeLibrary());
    }

    private void start(String hadoop, List<String> flags) {
        Path folder = RigFolders.folder("edge").toAbsolutePath();
        record = folder.resolve("told");
        Path tests = repository.datanodeHook().resolveSibling("test-classes");
        cluster = Cluster.in(folder)
                .hadoop(hadoop)
                .coordinators(0)
                .withoutHook()
                .dataNode(Map.of(
                        "dfs.datanode.plugins",
                        "io.hdfsthrottle.datanode.RecordingPlugin",
                        "hdfs-throttle-test.record",
                        record.toString()))
                .dataNodes(setup -> setup.withFlags(flags).adding(List.of(tests, repository.datanodeHook())))
                .start();
    }

    /** Of each block every byte once, in order, with the file that holds it; each block a long read. */
    private void assertThatReadsAreTold() throws IOException {
        try (Hdfs hdfs = Hdfs.untagged(cluster.nameNode())) {
            String written = hdfs.write("/file", FILE_BYTES, 1);
            assertThat(hdfs.read("/file")).isEqualTo(written);
            long told = 0;
            for (long block : hdfs.blocks("/file")) {
                long end = 0;
                for (String line : record()) {
                    String[] words = line.split(" ", -1);
                    if (words[0].equals("read") && words[1].endsWith("/blk_" + block)) {
                        assertThat(Path.of(words[1])).exists();
                        assertThat(Long.parseLong(words[2])).isEqualTo(end);
                        end += Long.parseLong(words[3]);
                    }
                }
                told += end;
            }
            assertThat(told).isEqualTo(FILE_BYTES);
            assertThat(record().stream().filter("long"::equals)).hasSize(2);
        }
    }

    private List<String> record() throws IOException {
        return Files.readAllLines(record);
    }
}
