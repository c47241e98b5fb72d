package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is written in its configuration, a DataNode with the hook starts and serves. */
final class DataNodeStartIT {

    private static final int FILE_BYTES = 20 << 20;

    private Rig rig;
    private NameNode nameNode;
    private DataNode dataNode;

    @ParameterizedTest
    @MethodSource(Versions.HADOOPS)
    void anEmptyConfiguration_pacesByWhatTheDiskGives_andServes(String hadoop) throws IOException {
        start(hadoop, Map.of());

        assertThatItServes();
        assertThat(figures().text("State")).isEqualTo("PACING");
        await().until(() -> figures().tenant("default", "bytes") >= 2.0 * FILE_BYTES);
    }

    @ParameterizedTest
    @MethodSource(Versions.HADOOPS)
    void aCoordinatorThatIsNotThere_isSaidOnceAndDoesNotHinder(String hadoop) throws IOException {
        start(
                hadoop,
                Map.of("hdfs.throttle.coordinator", "http://127.0.0.1:1", "hdfs.throttle.volume.capacity", "400m"));

        assertThatItServes();
        assertThat(figures().text("State")).isEqualTo("PACING");
        assertThat(figures().text("GrantFreshness")).isEqualTo("NONE");
        assertThat(logLines("No coordinator")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "hdfs.throttle.volume.capcity, 150m",
        "hdfs.throttle.volume.capacity, fast",
        "hdfs.throttle.coordinator, coordinator:9880",
        "hdfs.throttle.pacing.longest.sleep, 60s"
    })
    void aWrongSetting_isSaidAndServesUnthrottled(String key, String value) throws IOException {
        start(Versions.hadoop(), Map.of(key, value));

        assertThatItServes();
        assertThat(figures().text("State")).isEqualTo("OFF");
        assertThat(figures().text("Reason")).contains(value);
        assertThat(logLines("I/O is served unthrottled")).singleElement().satisfies(line -> assertThat(line)
                .contains(value));
    }

    @Test
    void signingKeysThatCannotBeRead_areSaid_andTheNodePaces() throws IOException {
        start(Versions.hadoop(), Map.of("hdfs.throttle.signing.keys.file", "/nowhere/keys"));

        assertThatItServes();
        assertThat(figures().text("State")).isEqualTo("PACING");
        assertThat(logLines("No tag is believed")).singleElement().satisfies(line -> assertThat(line)
                .contains("/nowhere/keys is missing"));
    }

    @Test
    void anUnknownKey_isNamedWithThoseThatThereAre() throws IOException {
        start(Versions.hadoop(), Map.of("hdfs.throttle.volume.capcity", "150m"));

        assertThat(figures().text("Reason"))
                .contains("hdfs.throttle.volume.capcity=150m", "hdfs.throttle.volume.capacity", "hdfs-site.xml");
    }

    private void start(String hadoop, Map<String, String> settings) {
        Repository repository = Repository.find();
        rig = Rig.in(repository, RigFolders.folder("start"), Rig.Lifetime.OURS);
        HadoopHost host = HadoopHost.version(repository, hadoop);
        nameNode = NameNode.start(rig, host);
        Map<String, String> site = new HashMap<>(settings);
        site.put("dfs.datanode.plugins", "io.hdfsthrottle.datanode.ThrottlePlugin");
        site.put("hadoop.tmp.dir", rig.folder("tmp").toString());
        dataNode = DataNode.start(rig, host, nameNode, "datanode", site, List.of(repository.datanodeHook()));
    }

    private void assertThatItServes() throws IOException {
        try (Hdfs hdfs = Hdfs.untagged(nameNode)) {
            String written = hdfs.write("/file", FILE_BYTES, 1);
            assertThat(hdfs.read("/file")).isEqualTo(written);
        }
    }

    private HookFigures figures() {
        return HookFigures.of(dataNode);
    }

    private List<String> logLines(String words) throws IOException {
        Path log = dataNode.process().log();
        return Files.readAllLines(log).stream()
                .filter(line -> line.contains(words))
                .toList();
    }

    @AfterEach
    void stop() {
        rig.close();
    }
}
