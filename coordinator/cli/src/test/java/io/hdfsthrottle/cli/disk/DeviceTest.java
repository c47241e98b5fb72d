package io.hdfsthrottle.cli.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tree as the kernel's, with a disk, its partition, and whatever device the test's own folder lies on. */
final class DeviceTest {

    @TempDir
    private Path folder;

    private Path sys;
    private Path disk;
    private Path link;

    @BeforeEach
    void plant() throws IOException {
        sys = folder.resolve("sys");
        disk = Files.createDirectories(sys.resolve("devices/pci0/sdb"));
        long id = ((Number) Files.getAttribute(folder, "unix:dev")).longValue();
        long major = (id >>> 8) & 0xfff;
        long minor = (id & 0xff) | ((id >>> 12) & ~0xffL);
        link = Files.createDirectories(sys.resolve("dev/block")).resolve(major + ":" + minor);
    }

    private void shows(Path device, String rotational) throws IOException {
        Files.createDirectories(disk.resolve("queue"));
        Files.writeString(disk.resolve("queue/rotational"), rotational + "\n");
        Files.createDirectories(device);
        Files.writeString(device.resolve("stat"), "     100 0    2000 50 7 0     1000 60 0 0 0 0 0 0 0 0 0\n");
        Files.createSymbolicLink(link, device);
    }

    @Test
    void disk_tellsItsNameItsKindAndWhatItMoved() throws IOException {
        shows(disk, "1");
        Device device = Device.below(folder, sys).orElseThrow();
        assertThat(device.name()).isEqualTo("sdb");
        assertThat(device.kind()).isEqualTo(Device.Kind.HARD_DISK);
        assertThat(device.id()).isEqualTo(link.getFileName().toString());
        assertThat(device.moved()).hasValue(3000 * 512);
    }

    @Test
    void partition_isOfItsDisksKind() throws IOException {
        shows(disk.resolve("sdb1"), "0");
        Device device = Device.below(folder, sys).orElseThrow();
        assertThat(device.name()).isEqualTo("sdb1");
        assertThat(device.kind()).isEqualTo(Device.Kind.SOLID_STATE);
    }

    @Test
    void deviceThatTheKernelForgets_isOfUnknownKindAndTellsNothing() throws IOException {
        shows(disk, "1");
        Device device = Device.below(folder, sys).orElseThrow();
        Files.delete(disk.resolve("stat"));
        Files.delete(disk.resolve("queue/rotational"));
        assertThat(device.kind()).isEqualTo(Device.Kind.UNKNOWN);
        assertThat(device.moved()).isEqualTo(OptionalLong.empty());
    }

    @Test
    void folderWithoutADevice_hasNone() {
        assertThat(Device.below(folder, sys)).isEmpty();
    }
}
