package io.hdfsthrottle.datanode.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.datanode.StoppedDataNode;
import io.hdfsthrottle.datanode.TestAgents;
import io.hdfsthrottle.datanode.host.HostField;
import io.hdfsthrottle.observation.Volume;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BlockVolumesTest {

    @TempDir
    Path folder;

    private final AtomicReference<List<FsVolumeSpi>> present = new AtomicReference<>(List.of());
    private final AtomicReference<FinalizedReplica> replica = new AtomicReference<>();
    private final AtomicBoolean isMemory = new AtomicBoolean();
    private FsVolumeSpi disk;
    private BlockVolumes volumes;

    @BeforeEach
    void begin() throws ReflectiveOperationException {
        AtomicReference<FsVolumeSpi> self = new AtomicReference<>();
        FsVolumeReference reference =
                StoppedDataNode.answering(FsVolumeReference.class, Map.of("getVolume", self::get));
        disk = StoppedDataNode.answering(
                FsVolumeSpi.class,
                Map.of(
                        "getStorageID",
                        () -> "DS-1",
                        "getBaseURI",
                        folder::toUri,
                        "isTransientStorage",
                        isMemory::get,
                        "obtainReference",
                        () -> reference));
        self.set(disk);
        DataNode dataNode = StoppedDataNode.with(Map.of());
        HostField.of(DataNode.class, "data")
                .set(
                        dataNode,
                        StoppedDataNode.answering(
                                FsDatasetSpi.class,
                                Map.of(
                                        "getFsVolumeReferences",
                                        () -> new FsDatasetSpi.FsVolumeReferences(present.get()),
                                        "getReplica",
                                        replica::get)));
        volumes = new BlockVolumes(dataNode);
    }

    @Test
    void volume_isKnownAsLongAsItServes_andForgottenThen() {
        assertThat(volumes.all()).isEmpty();
        present.set(List.of(disk));
        Volume known = volumes.all().get(0);
        assertThat(known.id()).isEqualTo("DS-1");
        assertThat(volumes.all()).containsExactly(known);
        present.set(List.of());
        assertThat(volumes.all()).isEmpty();
        present.set(List.of(disk));
        assertThat(volumes.all()).singleElement().isNotSameAs(known);
    }

    @Test
    void volumeOfTypeRamDisk_isInMemory() {
        present.set(List.of(disk));
        assertThat(volumes.all().get(0).isInMemory()).isFalse();
        present.set(List.of());
        assertThat(volumes.all()).isEmpty();
        isMemory.set(true);
        present.set(List.of(disk));
        assertThat(volumes.all().get(0).isInMemory()).isTrue();
    }

    @Test
    void operation_isToldTheFileOfItsBlock() {
        TransferName operation = TransferName.parse(TestAgents.READING);
        assertThat(volumes.file(operation)).isEmpty();
        replica.set(new FinalizedReplica(7, 100, 1, disk, folder.toFile()));
        assertThat(volumes.file(operation)).contains(folder.resolve("blk_7"));
        assertThat(volumes.volume(operation).folder()).contains(folder);
        assertThat(volumes.file(TransferName.NONE)).isEmpty();
    }
}
