package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.identity.AppTag;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.viewfs.ViewFileSystem;
import org.apache.hadoop.fs.viewfs.ViewFileSystemOverloadScheme;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

/** File systems before or beside HDFS: mounts, several name services, object stores. No server is contacted. */
final class OtherFileSystemsTest {

    private static final AppTag TAG = FakeCoordinator.tagOf("app-1", "k1");

    private final Configuration conf = new Configuration();
    private final HdfsStamp stamp = new HdfsStamp(conf);

    private static String clientName(FileSystem files) throws IOException {
        FileSystem inner = files;
        while (inner instanceof FilterFileSystem) {
            inner = ((FilterFileSystem) inner).getRawFileSystem();
        }
        return ((DistributedFileSystem) inner).getClient().getClientName();
    }

    private String clientBehindTheMount(String address) throws IOException {
        try (FileSystem mounts = FileSystem.newInstance(URI.create(address), conf)) {
            assertThat(mounts).isInstanceOf(ViewFileSystem.class);
            assertThat(mounts.getChildFileSystems()).hasSize(1);
            return clientName(mounts.getChildFileSystems()[0]);
        }
    }

    @Test
    void mountOfViewFs_thatLeadsToHdfs_isTagged() throws IOException {
        conf.set("fs.viewfs.mounttable.mounts.link./data", "hdfs://127.0.0.1:1/data");
        stamp.put(TAG);

        assertThat(clientBehindTheMount("viewfs://mounts/")).startsWith("DFSClient_" + TAG + "_");
    }

    @Test
    void overloadSchemeOfViewFs_staysInPlace_andWhatIsBehindItIsTagged() throws IOException {
        conf.set(HdfsStamp.CLASS_KEY, ViewFileSystemOverloadScheme.class.getName());
        conf.set("fs.viewfs.mounttable.mounts.link./data", "hdfs://127.0.0.1:1/data");
        assertThat(stamp.obstacle()).isEmpty();
        stamp.put(TAG);

        assertThat(conf.get(HdfsStamp.CLASS_KEY)).isEqualTo(ViewFileSystemOverloadScheme.class.getName());
        assertThat(clientBehindTheMount("hdfs://mounts/")).startsWith("DFSClient_" + TAG + "_");
    }

    @Test
    void classOfTheUsersBehindTheOverloadScheme_isNamedAsTheObstacle() {
        conf.set(HdfsStamp.CLASS_KEY, ViewFileSystemOverloadScheme.class.getName());
        conf.set(HdfsStamp.OVERLOADED_CLASS_KEY, "com.example.TheirFileSystem");

        assertThat(stamp.obstacle()).hasValueSatisfying(why -> assertThat(why)
                .contains(HdfsStamp.OVERLOADED_CLASS_KEY + " is already com.example.TheirFileSystem"));
    }

    @Test
    void twoNameServices_areBothTagged() throws IOException {
        conf.set("dfs.nameservices", "ns1,ns2");
        for (String service : Set.of("ns1", "ns2")) {
            conf.set("dfs.ha.namenodes." + service, "nn1,nn2");
            conf.set("dfs.namenode.rpc-address." + service + ".nn1", "127.0.0.1:1");
            conf.set("dfs.namenode.rpc-address." + service + ".nn2", "127.0.0.1:2");
            conf.set(
                    "dfs.client.failover.proxy.provider." + service,
                    "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
        }
        stamp.put(TAG);

        for (String service : Set.of("ns1", "ns2")) {
            try (FileSystem files = FileSystem.newInstance(URI.create("hdfs://" + service), conf)) {
                assertThat(clientName(files)).startsWith("DFSClient_" + TAG + "_");
            }
        }
    }

    @Test
    void applicationOnAnObjectStore_hasNothingButHdfssSettingsChanged() throws IOException {
        Map<String, String> plain;
        try (JavaSparkContext spark = new JavaSparkContext(onAnObjectStore())) {
            plain = all(spark.hadoopConfiguration());
        }
        Map<String, String> tagged;
        try (FakeCoordinator coordinator = FakeCoordinator.started();
                JavaSparkContext spark = new JavaSparkContext(onAnObjectStore()
                        .set("spark.plugins", ThrottlePlugin.class.getName())
                        .set("spark.hdfs.throttle.start.wait", "20s")
                        .set(
                                "spark.hdfs.throttle.coordinator",
                                coordinator.url().toString()))) {
            tagged = all(spark.hadoopConfiguration());
            assertThat(tagged.get(HdfsStamp.TAG_KEY)).contains(spark.sc().applicationId());
            assertThat(FileSystem.getFileSystemClass("s3a", spark.hadoopConfiguration()))
                    .isEqualTo(RawLocalFileSystem.class);
        }

        assertThat(plain).containsEntry("fs.s3a.endpoint", "http://127.0.0.1:9000");
        Set<String> changed = new HashSet<>(tagged.keySet());
        changed.addAll(plain.keySet());
        changed.removeIf(key -> tagged.getOrDefault(key, "").equals(plain.getOrDefault(key, "")));
        assertThat(changed)
                .contains(HdfsStamp.TAG_KEY)
                .allMatch(key -> key.contains("hdfs.throttle.")
                        || key.equals(HdfsStamp.CLASS_KEY)
                        || key.equals(HdfsStamp.CONTEXT_CLASS_KEY));
    }

    /** Works without Hadoop's S3A module: an available class replaces its file system. */
    private static SparkConf onAnObjectStore() {
        return new SparkConf(false)
                .setMaster("local[1]")
                .setAppName("objects")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.hadoop.fs.defaultFS", "s3a://bucket")
                .set("spark.hadoop.fs.s3a.impl", RawLocalFileSystem.class.getName())
                .set("spark.hadoop.fs.s3a.endpoint", "http://127.0.0.1:9000");
    }

    private static Map<String, String> all(Configuration conf) {
        Map<String, String> all = new HashMap<>();
        conf.forEach(each -> all.put(each.getKey(), each.getValue()));
        return all;
    }
}
