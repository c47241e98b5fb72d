package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.spark.SparkConf;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.resource.ResourceInformation;
import org.junit.jupiter.api.Test;

/** The executor's half of the plugin: logs one line and can never harm the executor. */
final class ExecutorHalfTest {

    private static final Map<String, String> TAGGING = Map.of(DriverHalf.TAGGING, "true");

    @Test
    void executorWithTheJar_reportsOnce() {
        try (LogLines log = LogLines.captured()) {
            new ExecutorHalf().init(new Executor("7"), TAGGING);

            assertThat(log.all()).singleElement().asString().contains("executor 7");
            assertThat(log.all()).noneMatch(line -> line.contains("cannot"));
        }
    }

    @Test
    void executorThatFetchedItsJarsFromHdfs_opensHdfsAnew_andTagged() throws IOException {
        URI fetchedFrom = URI.create("hdfs://127.0.0.1:7");
        Configuration stamped = new Configuration();
        new HdfsStamp(stamped).put(FakeCoordinator.tagOf("app-1", "k1"));
        try (FileSystem early = FileSystem.get(fetchedFrom, new Configuration());
                LogLines log = LogLines.captured()) {
            assertThat(FileSystem.get(fetchedFrom, stamped))
                    .as("Hadoop's cache")
                    .isSameAs(early);

            new ExecutorHalf().init(new Executor("7"), TAGGING);

            assertThat(log.warnings()).isEmpty();
            assertThat(((DistributedFileSystem) early).getClient().isClientRunning())
                    .as("whoever holds it can go on")
                    .isTrue();
            try (FileSystem anew = FileSystem.get(fetchedFrom, stamped)) {
                assertThat(anew).isInstanceOf(TaggedFileSystem.class);
                new ExecutorHalf().init(new Executor("8"), TAGGING);
                assertThat(FileSystem.get(fetchedFrom, stamped)).isSameAs(anew);
            }
        }
    }

    @Test
    void executorThatCannotLoadTheClass_saysSo() {
        Thread thread = Thread.currentThread();
        ClassLoader usual = thread.getContextClassLoader();
        try (LogLines log = LogLines.captured()) {
            thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
            new ExecutorHalf().init(new Executor("7"), TAGGING);

            assertThat(log.warnings()).singleElement().asString().contains("executor 7 cannot tag");
        } finally {
            thread.setContextClassLoader(usual);
        }
    }

    @Test
    void driverThatDoesNotTag_nothingToReport() {
        try (LogLines log = LogLines.captured()) {
            new ExecutorHalf().init(new Executor("7"), Map.of());
            new ExecutorHalf().init(new Executor("driver"), TAGGING);

            assertThat(log.all()).isEmpty();
        }
    }

    @Test
    void contextThatThrows_doesNotReachSpark() {
        try (LogLines log = LogLines.captured()) {
            new ExecutorHalf().init(new Executor(null), TAGGING);
            new ExecutorHalf().init(new Executor("7"), null);

            assertThat(log.warnings()).hasSize(3).allMatch(line -> line.contains("not affected"));
        }
    }

    /** A context as an executor has it; asking for its host name fails. */
    static final class Executor implements PluginContext {

        private final String id;
        private final UnaryOperator<Object> driver;

        Executor(String id) {
            this(id, unheard -> {
                throw new UnsupportedOperationException("nothing remote");
            });
        }

        Executor(String id, UnaryOperator<Object> driver) {
            this.id = id;
            this.driver = driver;
        }

        @Override
        public String executorID() {
            if (id == null) {
                throw new NoClassDefFoundError("made up");
            }
            return id;
        }

        @Override
        public MetricRegistry metricRegistry() {
            return new MetricRegistry();
        }

        @Override
        public SparkConf conf() {
            return new SparkConf(false);
        }

        @Override
        public String hostname() {
            throw new UnsupportedOperationException("as in a real executor");
        }

        @Override
        public Map<String, ResourceInformation> resources() {
            return Map.of();
        }

        @Override
        public void send(Object message) {
            throw new UnsupportedOperationException("nothing remote");
        }

        @Override
        public Object ask(Object message) {
            return driver.apply(message);
        }
    }
}
