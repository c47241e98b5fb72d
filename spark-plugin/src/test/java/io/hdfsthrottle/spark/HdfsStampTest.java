package io.hdfsthrottle.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;

/** When the stamp may be put into a configuration, and what it writes. */
final class HdfsStampTest {

    private final Configuration conf = new Configuration(false);
    private final HdfsStamp stamp = new HdfsStamp(conf);

    @Test
    void untouchedConfiguration_mayBeStamped() {
        assertThat(stamp.obstacle()).isEmpty();
    }

    @Test
    void hadoopsOwnClassSpeltOut_mayBeStamped() {
        conf.set(HdfsStamp.CLASS_KEY, DistributedFileSystem.class.getName());

        assertThat(stamp.obstacle()).isEmpty();
    }

    @Test
    void classOfTheUsers_isNamedAsTheObstacle() {
        conf.set(HdfsStamp.CLASS_KEY, "com.example.TheirFileSystem");

        assertThat(stamp.obstacle()).hasValueSatisfying(why -> assertThat(why)
                .contains("fs.hdfs.impl is already com.example.TheirFileSystem"));
    }

    @Test
    void classLoaderThatDoesNotSeeThePlugin_isAnObstacle() {
        conf.setClassLoader(ClassLoader.getPlatformClassLoader());

        assertThat(stamp.obstacle())
                .hasValueSatisfying(
                        why -> assertThat(why).contains("cannot load").contains(HdfsStamp.CLASS_NAME));
    }

    @Test
    void className_isTheOneOfTheFileSystem() {
        assertThat(HdfsStamp.CLASS_NAME).isEqualTo(TaggedFileSystem.class.getName());
    }

    @Test
    void stampPutAgain_carriesTheNewTag() {
        stamp.put(FakeCoordinator.tagOf("app-1", "k1"));
        stamp.put(FakeCoordinator.tagOf("app-1", "k2"));

        assertThat(conf.get(HdfsStamp.TAG_KEY)).contains(".k2.");
        assertThat(conf.get(HdfsStamp.CLASS_KEY)).isEqualTo(HdfsStamp.CLASS_NAME);
        assertThat(stamp.obstacle()).isEmpty();
    }

    @Test
    void jobStartedFromTheStampedConfiguration_findsHadoopsOwnClasses_whereThePluginIsNot() throws Exception {
        Configuration jobs = new Configuration();
        new HdfsStamp(jobs).put(FakeCoordinator.tagOf("app-1", "k1"));
        ByteArrayOutputStream jobXml = new ByteArrayOutputStream();
        jobs.writeXml(jobXml);

        assertThat(jobXml.toString(UTF_8)).contains("fs.hdfs.impl").doesNotContain("io.hdfsthrottle");
        Configuration container = new Configuration();
        container.addResource(new ByteArrayInputStream(jobXml.toByteArray()));
        assertThat(clients(container)).allMatch(name -> name.startsWith("io.hdfsthrottle"), "with the plugin");

        Map<String, String> here = new HashMap<>();
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> System.getProperty(name).startsWith("io.hdfsthrottle.spark."))
                .forEach(name -> here.put(name, System.clearProperty(name)));
        try {
            assertThat(here).hasSize(2);
            assertThat(clients(container))
                    .containsExactly("org.apache.hadoop.hdfs.DistributedFileSystem", "org.apache.hadoop.fs.Hdfs");
        } finally {
            here.forEach(System::setProperty);
        }
    }

    private static List<String> clients(Configuration conf) throws IOException {
        URI nowhere = URI.create("hdfs://127.0.0.1:1");
        try (FileSystem files = FileSystem.newInstance(nowhere, conf)) {
            return List.of(
                    files.getClass().getName(),
                    FileContext.getFileContext(nowhere, conf)
                            .getDefaultFileSystem()
                            .getClass()
                            .getName());
        }
    }
}
