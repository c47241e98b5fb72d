package io.hdfsthrottle.cli.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A host's files, made one after the other in one expression; they belong to the user who runs the test. */
final class FakeHost {

    private final Path root;

    FakeHost(Path root) {
        this.root = root;
    }

    FakeHost file(String path, String text) {
        try {
            Path file = root.resolve(path.substring(1));
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    FakeHost blkio(String group) {
        return file("/sys/fs/cgroup/blkio/tasks", "").file("/sys/fs/cgroup/blkio" + group + "/tasks", "");
    }

    FakeHost unified() {
        return file("/sys/fs/cgroup/cgroup.controllers", "io memory");
    }

    FakeHost unifiedDataNode(String group) {
        return dataNode("/").file("/proc/4711/cgroup", "0::" + group + "\n");
    }

    FakeHost dataNode(String group) {
        return file("/proc/4711/cmdline", "java\0-Xmx1g\0org.apache.hadoop.hdfs.server.datanode.DataNode\0")
                .file("/proc/4711/cgroup", "3:cpu:/\n7:blkio:" + group + "\n")
                .file("/proc/4711/maps", "7f00 r-xp /usr/lib/jvm/libjvm.so");
    }

    FakeHost nativeHadoop() {
        return file("/proc/4711/maps", "7f00 r-xp /opt/hadoop/lib/native/libhadoop.so.1.0.0");
    }

    /** A disk, its first partition being number 8:1. */
    FakeHost disk(String schedulers) {
        try {
            file("/sys/devices/sda/queue/scheduler", schedulers).file("/sys/devices/sda/sda1/partition", "1");
            Files.createDirectories(root.resolve("sys/dev/block"));
            Files.createDirectories(root.resolve("sys/block"));
            Files.createSymbolicLink(root.resolve("sys/dev/block/8:1"), Path.of("../../devices/sda/sda1"));
            Files.createSymbolicLink(root.resolve("sys/block/sda"), Path.of("../devices/sda"));
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    String owner() {
        return files().owner("/").orElseThrow();
    }

    HostFiles files() {
        return new HostFiles(root);
    }

    Examination examination() {
        return Examination.of(root, "/sys/fs/cgroup");
    }
}
