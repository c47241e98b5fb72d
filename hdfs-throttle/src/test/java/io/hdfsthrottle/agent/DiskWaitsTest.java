package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.FakeProcess;
import io.hdfsthrottle.kernel.Threads;
import io.hdfsthrottle.pace.Transfer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiskWaitsTest {

    private static final int MANY_FILES = 1 << 20;

    @TempDir
    private Path proc;

    private DiskWaits waits(int mayOpen) throws IOException {
        return new DiskWaits(new Threads(proc), FakeProcess.mayOpen(proc, mayOpen));
    }

    private void thread(long id, char state) throws IOException {
        Path folder = Files.createDirectories(proc.resolve("self/task/" + id));
        Files.writeString(folder.resolve("stat"), id + " (xceiver) " + state + " 1 2 3");
    }

    @Test
    void transfer_waitsWhileItsThreadDoesAndItsFileIsOpenedOnce() throws IOException {
        thread(1, 'D');
        try (DiskWaits waits = waits(MANY_FILES)) {
            Transfer transfer = Transfer.ofThisThread(1);
            assertThat(waits.waits(transfer)).isTrue();
            thread(1, 'S');
            assertThat(waits.waits(transfer)).isFalse();
            assertThat(waits.open()).isEqualTo(1);
        }
    }

    @Test
    void threadUnknownToTheKernel_waitsForNothingAndOpensNothing() throws IOException {
        try (DiskWaits waits = waits(MANY_FILES)) {
            assertThat(waits.waits(Transfer.ofThisThread(Threads.UNKNOWN))).isFalse();
            assertThat(waits.open()).isZero();
        }
    }

    @Test
    void openFiles_areBoundedAndWhoeverComesLaterIsLookedAtAllTheSame() throws IOException {
        opensAtMost(MANY_FILES, DiskWaits.MOST_OPEN);
    }

    @Test
    void processThatMayOpenFewFiles_keepsFewOpen() throws IOException {
        opensAtMost(1_600, 100);
    }

    private void opensAtMost(int mayOpen, int most) throws IOException {
        thread(1, 'D');
        try (DiskWaits waits = waits(mayOpen)) {
            for (int i = 0; i < most; i++) {
                waits.waits(Transfer.ofThisThread(7));
            }
            assertThat(waits.waits(Transfer.ofThisThread(1))).isTrue();
            assertThat(waits.open()).isEqualTo(most);
        }
    }
}
