package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the hook needs of a DataNode, in a real one of each version: with a plugin that takes the fields and writes down
 * what it is told.
 */
final class HadoopEdgeIT {

    private static final int FILE_BYTES = Hdfs.BLOCK_BYTES + (8 << 20);

    private final Repository repository = Repository.find();
    private Rig rig;
    private NameNode nameNode;
    private Path record;

    @AfterEach
    void stop() {
        if (rig != null) {
            rig.close();
        }
    }

    @ParameterizedTest
    @MethodSource(Versions.HADOOPS)
    void everySeatIsTaken_andReadsAreToldBeforeTheyAreRead(String hadoop) throws IOException {
        start(hadoop, List.of());

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
        rig = Rig.in(repository, RigFolders.folder("edge"), Rig.Lifetime.OURS);
        HadoopHost host = HadoopHost.version(repository, hadoop);
        nameNode = NameNode.start(rig, host);
        record = rig.folder("record").resolve("told");
        Path plugin = repository.datanodeHook().resolveSibling("test-classes");
        DataNode unused = DataNode.start(
                rig,
                host,
                nameNode,
                "datanode",
                Map.of(
                        "dfs.datanode.plugins",
                        "io.hdfsthrottle.datanode.RecordingPlugin",
                        "hdfs-throttle-test.record",
                        record.toString()),
                List.of(plugin, repository.datanodeHook()),
                command -> command.withFlags(flags));
    }

    /** Of each block every byte once, in order, with the file that holds it; each block a long read. */
    private void assertThatReadsAreTold() throws IOException {
        try (Hdfs hdfs = Hdfs.untagged(nameNode)) {
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
