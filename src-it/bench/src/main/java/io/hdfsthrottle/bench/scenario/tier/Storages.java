package io.hdfsthrottle.bench.scenario.tier;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Memory, which is a tmpfs, and two disks, of which one is declared an SSD and is several times as fast as the other.
 */
record Storages(Storage memory, Storage ssd, Storage disk) {

    /** The SSD's speed as a multiple of the disk's. */
    static final int SSD_TIMES = 4;

    /** The most that its DataNode keeps in memory. */
    static final long MEMORY_BYTES = 1L << 30;

    /** Creates them; the stage cleans up. */
    static Storages made(Stage stage) throws IOException {
        return new Storages(
                memory(stage),
                slow(stage, Storage.SSD, stage.diskRate() * SSD_TIMES),
                slow(stage, Storage.DISK, stage.diskRate()));
    }

    private static Storage slow(Stage stage, String type, int mebibytesPerSecond) throws IOException {
        SlowDisk disk = SlowDisk.mounted(
                stage.resources(),
                Files.createDirectories(stage.folder().resolve(type)),
                DiskKind.SHARED,
                mebibytesPerSecond,
                stage.readaheadKib());
        return new Storage(type, disk.mount(), disk::flush);
    }

    private static Storage memory(Stage stage) throws IOException {
        Path mount = Files.createDirectories(stage.folder().resolve(Storage.MEMORY));
        SystemCommands commands = stage.resources().own(new SystemCommands());
        // Twice what HDFS may keep there: deleted data is not freed at once.
        commands.mount("tmpfs", mount.toString(), "-t", "tmpfs", "-o", "size=" + 2 * MEMORY_BYTES);
        return new Storage(Storage.MEMORY, mount, () -> {});
    }

    /** The fastest first. */
    List<Storage> all() {
        return List.of(memory, ssd, disk);
    }
}
