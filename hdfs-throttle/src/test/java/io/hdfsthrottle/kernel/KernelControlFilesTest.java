package io.hdfsthrottle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KernelControlFilesTest {

    @TempDir
    private Path folder;

    private final ControlFiles files = ControlFiles.ofKernel();

    @Test
    void whatIsWritten_isReadBack() throws IOException {
        Path file = Files.createFile(folder.resolve("limit"));
        assertThat(files.write(file, "8:0 1048576")).isEqualTo(Outcome.DONE);
        assertThat(files.read(file)).contains("8:0 1048576");
    }

    @Test
    void writing_neverMakesAFile() {
        assertThat(files.write(folder.resolve("limit"), "1")).isEqualTo(Outcome.ABSENT);
        assertThat(folder.resolve("limit")).doesNotExist();
        assertThat(files.read(folder.resolve("limit"))).isEmpty();
    }

    @Test
    void folder_isMadeOnceAndRemovedOnce() {
        Path group = folder.resolve("group");
        assertThat(files.makeFolder(group)).isEqualTo(Outcome.DONE);
        assertThat(files.makeFolder(group)).isEqualTo(Outcome.DONE);
        assertThat(files.foldersIn(folder)).containsExactly(group);
        assertThat(files.removeFolder(group)).isEqualTo(Outcome.DONE);
        assertThat(files.removeFolder(group)).isEqualTo(Outcome.DONE);
        assertThat(files.foldersIn(group)).isEmpty();
    }

    @Test
    void folderInWhichSomethingIs_stays() throws IOException {
        Files.createFile(folder.resolve("tasks"));
        assertThat(files.removeFolder(folder)).isEqualTo(Outcome.BUSY);
    }

    @Test
    void folderWhoseParentIsMissing_isAbsent() {
        assertThat(files.makeFolder(folder.resolve("a").resolve("b"))).isEqualTo(Outcome.ABSENT);
    }

    @Test
    void whatTheKernelRefuses_isAValue() {
        // For root and every other user: procfs takes no folders, and this file no writes.
        assertThat(files.makeFolder(Path.of("/proc/hdfs-throttle")).isDone()).isFalse();
        assertThat(files.write(Path.of("/proc/version"), "0").isDone()).isFalse();
    }

    @Test
    void interruptedThread_writesAllTheSame() throws IOException {
        Path file = Files.createFile(folder.resolve("tasks"));
        Thread.currentThread().interrupt();
        Outcome outcome = files.write(file, "0");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome).isEqualTo(Outcome.DONE);
    }
}
