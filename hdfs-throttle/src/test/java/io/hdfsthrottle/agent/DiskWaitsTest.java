package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.kernel.Threads;
import io.hdfsthrottle.pace.Transfer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiskWaitsTest {

    @TempDir
    private Path proc;

    private void thread(long id, char state) throws IOException {
        Path folder = Files.createDirectories(proc.resolve("self/task/" + id));
        Files.writeString(folder.resolve("stat"), id + " (xceiver) " + state + " 1 2 3");
    }

    @Test
    void transfer_waitsWhileItsThreadDoesAndItsFileIsOpenedOnce() throws IOException {
        thread(1, 'D');
        try (DiskWaits waits = new DiskWaits(new Threads(proc))) {
            Transfer transfer = Transfer.ofThisThread(1);
            assertThat(waits.waits(transfer)).isTrue();
            thread(1, 'S');
            assertThat(waits.waits(transfer)).isFalse();
            assertThat(waits.open()).isEqualTo(1);
        }
    }

    @Test
    void threadUnknownToTheKernel_waitsForNothingAndOpensNothing() throws IOException {
        try (DiskWaits waits = new DiskWaits(new Threads(proc))) {
            assertThat(waits.waits(Transfer.ofThisThread(Threads.UNKNOWN))).isFalse();
            assertThat(waits.open()).isZero();
        }
    }

    @Test
    void openFiles_areBoundedAndWhoeverComesLaterIsLookedAtAllTheSame() throws IOException {
        thread(1, 'D');
        try (DiskWaits waits = new DiskWaits(new Threads(proc))) {
            for (int i = 0; i < DiskWaits.MOST_OPEN; i++) {
                waits.waits(Transfer.ofThisThread(7));
            }
            assertThat(waits.waits(Transfer.ofThisThread(1))).isTrue();
            assertThat(waits.open()).isEqualTo(DiskWaits.MOST_OPEN);
        }
    }
}
