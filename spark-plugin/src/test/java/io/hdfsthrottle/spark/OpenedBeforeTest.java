package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.identity.AppTag;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

/** Which of Hadoop's real clients are named because they were opened too early. No HDFS is contacted. */
final class OpenedBeforeTest {

    private static final AppTag TAG = FakeCoordinator.tagOf("app-1", "k1");
    private static final URI EARLY = URI.create("hdfs://127.0.0.1:2");
    private static final URI LATE = URI.create("hdfs://127.0.0.1:3");

    private static Configuration stamped(AppTag tag) {
        Configuration conf = new Configuration();
        new HdfsStamp(conf).put(tag);
        return conf;
    }

    @Test
    void fileSystemOpenedWithoutATag_isNamedWithItsClassAndAddress() throws IOException {
        try (FileSystem early = FileSystem.get(EARLY, new Configuration())) {
            List<String> named = OpenedBefore.named(stamped(TAG), TAG, Set.of(EARLY, LATE));

            assertThat(early).isNotInstanceOf(TaggedFileSystem.class);
            assertThat(named)
                    .contains("org.apache.hadoop.hdfs.DistributedFileSystem of hdfs://127.0.0.1:2")
                    .noneMatch(line -> line.contains(":3"));
        } finally {
            FileSystem.get(LATE, stamped(TAG)).close();
        }
    }

    @Test
    void fileSystemOfAnEarlierApplication_isNamed_andOneOfThisIsNot() throws IOException {
        AppTag other = FakeCoordinator.tagOf("app-0", "k1");
        try (FileSystem early = FileSystem.get(EARLY, stamped(other))) {
            assertThat(early).isInstanceOf(TaggedFileSystem.class);
            assertThat(OpenedBefore.named(stamped(TAG), TAG, Set.of(EARLY))).anyMatch(line -> line.contains(":2"));
            assertThat(OpenedBefore.named(stamped(TAG), other, Set.of(EARLY))).noneMatch(line -> line.contains(":2"));
        }
    }

    @Test
    void contextOpenedBefore_isNamed() throws IOException {
        FileContext early = FileContext.getFileContext(URI.create("hdfs://127.0.0.1:4"), new Configuration());

        assertThat(early.getDefaultFileSystem().getUri().getPort()).isEqualTo(4);
        assertThat(OpenedBefore.named(stamped(TAG), TAG, Set.of()))
                .contains("org.apache.hadoop.fs.Hdfs of hdfs://127.0.0.1:4");
    }

    @Test
    void addresses_areThoseOfAnySetting_andThoseThatAnExecutorFetchesFrom() {
        SparkConf conf = new SparkConf(false)
                .set("spark.eventLog.dir", "hdfs://nn1:8020/events")
                .set("spark.jars", "/local.jar,hdfs://nn2/a.jar, hdfs://nn2/b.jar,hdfs:/none.jar,hdfs://%/malformed")
                .set("spark.hadoop.fs.defaultFS", "s3a://bucket");

        assertThat(OpenedBefore.addresses(conf))
                .containsExactly(URI.create("hdfs://nn1:8020"), URI.create("hdfs://nn2"));
        assertThat(OpenedBefore.fetchedFrom(conf)).containsExactly(URI.create("hdfs://nn2"));
        assertThat(OpenedBefore.listed(OpenedBefore.fetchedFrom(conf))).isEqualTo(": hdfs://nn2");
        assertThat(OpenedBefore.listed(List.of())).isEmpty();
    }
}
