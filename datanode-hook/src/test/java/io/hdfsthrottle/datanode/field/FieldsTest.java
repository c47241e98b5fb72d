package io.hdfsthrottle.datanode.field;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.datanode.StoppedDataNode;
import io.hdfsthrottle.datanode.host.HostField;
import io.hdfsthrottle.datanode.host.HostMethod;
import io.hdfsthrottle.datanode.host.TransferServers;
import io.hdfsthrottle.datanode.transfer.PieceGate;
import io.hdfsthrottle.datanode.transfer.ThreadNames;
import io.hdfsthrottle.datanode.transfer.TransferName;
import io.hdfsthrottle.datanode.transfer.TransferPool;
import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.io.ReadaheadPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The places in a real DataNode that the hook takes and gives back. */
final class FieldsTest {

    private static final PieceGate GATE = new PieceGate() {
        @Override
        public void longRead() {}

        @Override
        public void beforeRead(long position, int count) {}
    };

    private DataNode dataNode;

    @BeforeEach
    void begin() throws ReflectiveOperationException {
        dataNode = StoppedDataNode.with(Map.of("dfs.datanode.fileio.profiling.sampling.percentage", "100"));
    }

    @Test
    void wayToFiles_isTakenAndGivenBack() {
        FileIoProvider stock = dataNode.getFileIoProvider();
        FileIoField taken = new FileIoField(dataNode);
        assertThat(taken.take(GATE).isDone()).isTrue();
        FileIoProvider ours = dataNode.getFileIoProvider();
        assertThat(ours).isInstanceOf(PacedFileIo.class);
        assertThat(taken.take(GATE).isDone()).isTrue();
        assertThat(dataNode.getFileIoProvider()).isSameAs(ours);
        assertThat(taken.leave().isDone()).isTrue();
        assertThat(dataNode.getFileIoProvider()).isSameAs(stock);
        assertThat(taken.leave().isDone()).isTrue();
    }

    /** Volumes keep the stock one: reconfiguring has to reach both. */
    @Test
    void profiler_isTheOneOfTheWayToFilesThatStoodThere() {
        FileIoProvider stock = dataNode.getFileIoProvider();
        assertThat(new FileIoField(dataNode).take(GATE).isDone()).isTrue();
        assertThat(dataNode.getFileIoProvider().getProfilingEventHook())
                .isNotNull()
                .isSameAs(stock.getProfilingEventHook());
    }

    @Test
    void readahead_isTakenByAPoolThatReadsNothing_andGivenBack(@TempDir Path folder) throws Exception {
        HostField<ReadaheadPool> field = HostField.of(DataNode.class, "readaheadPool", ReadaheadPool.class);
        ReadaheadPool stock = HostMethod.construct(ReadaheadPool.class);
        field.set(dataNode, stock);
        ReadaheadPoolField taken = new ReadaheadPoolField(dataNode);
        assertThat(taken.take().isDone()).isTrue();
        ReadaheadPool ours = field.get(dataNode);
        assertThat(ours).isNotNull().isNotSameAs(stock);
        assertThat(taken.take().isDone()).isTrue();
        assertThat(field.get(dataNode)).isSameAs(ours);
        Path file = Files.write(folder.resolve("blk_7"), new byte[1 << 20]);
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            assertThat(ours.readaheadStream("blk_7", in.getFD(), 0, 1 << 19, 1 << 20, null))
                    .isNotNull();
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("Readahead"));
        assertThat(taken.leave().isDone()).isTrue();
        assertThat(field.get(dataNode)).isSameAs(stock);
    }

    @Test
    void readaheadThatIsNotThere_staysAway() throws Exception {
        HostField<ReadaheadPool> field = HostField.of(DataNode.class, "readaheadPool", ReadaheadPool.class);
        ReadaheadPoolField taken = new ReadaheadPoolField(dataNode);
        assertThat(taken.take().isDone()).isTrue();
        assertThat(field.get(dataNode)).isNull();
        assertThat(taken.leave().isDone()).isTrue();
        assertThat(field.get(dataNode)).isNull();
    }

    @Test
    void poolThatSendsBlocks_isTakenAndGivenBack() throws Exception {
        HostField<Object> field = HostField.of(DataNode.class, "xferService");
        Object stock = field.get(dataNode);
        TransferPoolField taken = new TransferPoolField(dataNode);
        assertThat(stock).isNotNull();
        assertThat(taken.take().isDone()).isTrue();
        assertThat(field.get(dataNode)).isInstanceOf(TransferPool.class);
        assertThat(taken.leave().isDone()).isTrue();
        assertThat(field.get(dataNode)).isSameAs(stock);
    }

    @Test
    void serversThatAreNotThere_areAReasonInWords() {
        assertThatExceptionOfType(ReflectiveOperationException.class)
                .isThrownBy(() -> TransferServers.of(dataNode))
                .withMessageContaining("no server that transfers blocks");
    }

    @Test
    void fieldThatThisHadoopHasNot_isNamed() {
        assertThatExceptionOfType(NoSuchFieldException.class)
                .isThrownBy(() -> HostField.of(DataNode.class, "fileIoMaker", FileIoProvider.class))
                .withMessageContaining("fileIoMaker");
        assertThatExceptionOfType(NoSuchFieldException.class)
                .isThrownBy(() -> HostField.of(DataNode.class, "fileIoProvider", ReadaheadPool.class))
                .withMessageContaining("ReadaheadPool");
    }

    @Test
    void namesOfTransferThreads_areMadeOfTheWordsThatAreRead() {
        assertThat(ThreadNames.known(DataNode.class).isDone()).isTrue();
        byte[] another = "DataXceiver for user \0 at \0 [\0Sending block \0Receiving block ".getBytes(UTF_8);
        assertThat(ThreadNames.known(another, TransferName.WORDS).toString()).contains("'DataXceiver for client '");
        assertThat(ThreadNames.known(another, List.of("Sending block ")).isDone())
                .isTrue();
    }
}
