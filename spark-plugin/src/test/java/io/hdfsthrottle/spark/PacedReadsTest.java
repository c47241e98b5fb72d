package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.AppTag;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;

/** Which kinds of reads a tagged client of Hadoop does. */
final class PacedReadsTest {

    private static final AppTag TAG = FakeCoordinator.tagOf("app-1", "k1");

    private final Configuration conf = new Configuration();
    private final HdfsStamp stamp = new HdfsStamp(conf);

    PacedReadsTest() {
        conf.setBoolean(PacedReads.HADOOPS_SHORT_CIRCUIT, true);
        conf.set("dfs.domain.socket.path", "/tmp/none");
        conf.setInt(PacedReads.HADOOPS_HEDGED, 3);
    }

    private boolean readsPastDataNodes() throws IOException {
        try (FileSystem hdfs = FileSystem.newInstance(URI.create("hdfs://127.0.0.1:1"), conf)) {
            DFSClient client = ((DistributedFileSystem) hdfs).getClient();
            return client.getConf().getShortCircuitConf().isShortCircuitLocalReads();
        }
    }

    private int hedgingThreads() throws IOException {
        try (FileSystem hdfs = FileSystem.newInstance(URI.create("hdfs://127.0.0.1:1"), conf)) {
            return ((DistributedFileSystem) hdfs).getClient().getConf().getHedgedReadThreadpoolSize();
        }
    }

    @Test
    void taggedClient_readsThroughTheDataNode_andAsksOnlyOne() throws IOException {
        stamp.put(TAG);

        assertThat(readsPastDataNodes()).isFalse();
        assertThat(hedgingThreads()).isZero();
        assertThat(conf.getBoolean(PacedReads.HADOOPS_SHORT_CIRCUIT, false))
                .as("what others make clients from")
                .isTrue();
    }

    @Test
    void clientOfATenantThatMayReadPast_isAsHdfsIsSet_andHedgesIfTheApplicationSaysSo() throws IOException {
        stamp.put(TAG);
        stamp.shortCircuit(ShortCircuit.FREE);
        stamp.hedgeReads();

        assertThat(readsPastDataNodes()).isTrue();
        assertThat(hedgingThreads()).isEqualTo(3);
    }

    @Test
    void untaggedClient_isAsHdfsIsSet() throws IOException {
        conf.set(HdfsStamp.CLASS_KEY, HdfsStamp.CLASS_NAME);

        assertThat(readsPastDataNodes()).isTrue();
        assertThat(hedgingThreads()).isEqualTo(3);
    }
}
