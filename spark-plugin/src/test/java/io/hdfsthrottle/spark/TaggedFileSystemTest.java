package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.Part;
import io.hdfsthrottle.spark.part.DistinguishedParts;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;

/** The client's name, as Hadoop makes it from what the stamp left in the configuration. No HDFS is contacted. */
final class TaggedFileSystemTest {

    private static final AppTag TAG = FakeCoordinator.tagOf("app-20261120-0001", "k1");
    private static final URI NOWHERE = URI.create("hdfs://127.0.0.1:1");

    @Test
    void stampedConfiguration_namesTheClientAfterTheApplication() throws IOException {
        Configuration conf = new Configuration();
        new HdfsStamp(conf).put(TAG);

        assertThat(clientName(conf)).startsWith("DFSClient_" + TAG + "_");
        assertThat(AppTag.inClientName(clientName(conf))).contains(TAG);
    }

    @Test
    void idThatSparkSetForATask_doesNotHideTheTag() throws IOException {
        Configuration conf = new Configuration();
        new HdfsStamp(conf).put(TAG);
        conf.set(TaggedFileSystem.CLIENT_NAME_KEY, "attempt_202611200001_0001_m_000001_1");

        assertThat(clientName(conf)).startsWith("DFSClient_" + TAG + "_");
    }

    @Test
    void givenConfiguration_isLeftAsItWas() throws IOException {
        Configuration conf = new Configuration();
        new HdfsStamp(conf).put(TAG);

        assertThat(clientName(conf)).contains(TAG.toString());
        assertThat(conf.get(TaggedFileSystem.CLIENT_NAME_KEY)).isNull();
    }

    @Test
    void missingOrMalformedTag_leavesHdfsAsItIs() throws IOException {
        Configuration conf = new Configuration();
        conf.set(HdfsStamp.CLASS_KEY, HdfsStamp.CLASS_NAME);
        assertThat(clientName(conf)).startsWith("DFSClient_NONMAPREDUCE_");

        conf.set(HdfsStamp.TAG_KEY, "no tag at all [x] at /10.0.0.1");
        assertThat(clientName(conf)).startsWith("DFSClient_NONMAPREDUCE_");
    }

    @Test
    void stampThatSaysSo_hasReadersChooseReplicas_underTheSameName() throws IOException {
        Configuration conf = new Configuration();
        HdfsStamp stamp = new HdfsStamp(conf);
        stamp.put(TAG);
        assertThat(clientClass(conf)).isEqualTo("DFSClient");

        stamp.chooseReplicas();
        assertThat(clientClass(conf)).isEqualTo("ChoosingClient");
        assertThat(clientName(conf)).startsWith("DFSClient_" + TAG + "_");
    }

    @Test
    void partsThatAreToldApart_standBehindTheTag() throws IOException {
        Configuration conf = new Configuration();
        HdfsStamp stamp = new HdfsStamp(conf);
        stamp.distinguish(DistinguishedParts.by(Level.TASK, true));
        stamp.put(TAG);

        // No task and no executor here: no particular part.
        assertThat(clientName(conf)).startsWith("DFSClient_" + TAG + Part.NONE + "_");
        assertThat(AppTag.inClientName(clientName(conf))).contains(TAG);
        assertThat(Part.inClientName(clientName(conf))).contains(Part.NONE);
    }

    private static String clientClass(Configuration conf) throws IOException {
        try (FileSystem hdfs = FileSystem.newInstance(NOWHERE, conf)) {
            return ((DistributedFileSystem) hdfs).getClient().getClass().getSimpleName();
        }
    }

    private static String clientName(Configuration conf) throws IOException {
        try (FileSystem hdfs = FileSystem.newInstance(NOWHERE, conf)) {
            assertThat(hdfs).isInstanceOf(TaggedFileSystem.class);
            return ((DistributedFileSystem) hdfs).getClient().getClientName();
        }
    }
}
