package io.hdfsthrottle.bench.scenario.tier;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.rig.SystemCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Memory, which is a file system in memory, and two disks, of which one says that it is an SSD and is so many times as fast as the other. */
record Storages(Storage memory, Storage ssd, Storage disk) {

    /** So many times as fast as the disk the SSD is. */
    static final int SSD_TIMES = 4;

    /** So much its DataNode keeps in memory at most. */
    static final long MEMORY_BYTES = 1L << 30;

    /** Makes them; the stage cleans up. */
    static Storages made(Stage stage) throws IOException {
        return new Storages(
                memory(stage),
                slow(stage, Storage.SSD, stage.diskRate() * SSD_TIMES),
                slow(stage, Storage.DISK, stage.diskRate()));
    }

    private static Storage slow(Stage stage, String type, int mebibytesPerSecond) throws IOException {
        SlowDisk disk = SlowDisk.mounted(
                stage.belongings(),
                Files.createDirectories(stage.folder().resolve(type)),
                DiskKind.SHARED,
                mebibytesPerSecond,
                stage.readaheadKib());
        return new Storage(type, disk.mount(), disk::flush);
    }

    private static Storage memory(Stage stage) throws IOException {
        Path mount = Files.createDirectories(stage.folder().resolve(Storage.MEMORY));
        SystemCommands commands = stage.belongings().own(new SystemCommands());
        // Twice what HDFS may keep there: what was deleted is not gone at once.
        commands.mount("tmpfs", mount.toString(), "-t", "tmpfs", "-o", "size=" + 2 * MEMORY_BYTES);
        return new Storage(Storage.MEMORY, mount, () -> {});
    }

    /** The fastest first. */
    List<Storage> all() {
        return List.of(memory, ssd, disk);
    }
}
