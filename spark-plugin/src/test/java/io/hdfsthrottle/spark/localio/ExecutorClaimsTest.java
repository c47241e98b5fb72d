package io.hdfsthrottle.spark.localio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.localio.DeviceBytes;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.ExecutorLoad;
import io.hdfsthrottle.localio.LocalIoJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Claims from an executor over the driver to the coordinator, and what happens when one of them fails. */
final class ExecutorClaimsTest {

    private final AtomicLong now = new AtomicLong();
    private final List<List<ExecutorClaim>> told = new ArrayList<>();
    private final DriverIo driver = new DriverIo(this::coordinator, now::get);
    private final ExecutorIo executor = new ExecutorIo("7", Path.of("/proc"), List::of, driver::accept, now::get);
    private boolean unknown;
    private boolean broken;

    private boolean coordinator(List<ExecutorClaim> claims) {
        if (broken) {
            throw new IllegalStateException("broken on purpose");
        }
        told.add(claims);
        return !unknown;
    }

    private static String message(String id, long bytes) {
        ExecutorClaim claim = ExecutorClaim.of(
                id, "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0", 4711, 1, List.of(DeviceBytes.of("8:0", 1, bytes, 0)));
        return ExecutorIo.MESSAGE + JsonObject.write(LocalIoJson.claim(claim));
    }

    @AfterEach
    void close() {
        executor.close();
        driver.close();
    }

    @Test
    @SuppressWarnings("deprecation") // as the executor asks for them
    void executor_saysWhichProcessItIs_andWhatItMoved_andTheDriverTellsTheCoordinator() throws IOException {
        ExecutorClaim before = executor.claim().orElseThrow();
        FileSystem.getStatistics("hdfs", DistributedFileSystem.class).incrementBytesRead(7);
        FileSystem.getStatistics("file", LocalFileSystem.class).incrementBytesRead(5);
        executor.report();
        driver.poll();
        assertThat(told)
                .singleElement()
                .satisfies(claims -> assertThat(claims).singleElement().satisfies(claim -> {
                    assertThat(claim.executor()).isEqualTo("7");
                    assertThat(claim.pid()).isEqualTo(ProcessHandle.current().pid());
                    assertThat(claim.startTicks()).isPositive();
                    assertThat(claim.hdfsRead()).isEqualTo(before.hdfsRead() + 7);
                    assertThat(claim.hdfsWritten()).isEqualTo(before.hdfsWritten());
                    assertThat(claim.load().orElseThrow()).hasToString(ExecutorLoad.IDLE.toString());
                }));
        assertThat(executor.claim()).isPresent();
    }

    @Test
    void whatDoesNotChange_isSaidSeldom_andWhatChanges_atOnce() {
        driver.accept(message("1", 10));
        driver.poll();
        driver.accept(message("1", 10));
        driver.poll();
        assertThat(told).hasSize(1);
        driver.accept(message("1", 11));
        driver.poll();
        assertThat(told).hasSize(2);
        now.addAndGet(DriverIo.AGAIN.toNanos());
        driver.poll();
        assertThat(told).hasSize(3);
        now.addAndGet(DriverIo.SILENT.toNanos() + 1);
        driver.poll();
        assertThat(told).as("an executor that is silent is gone").hasSize(3);
    }

    @Test
    void manyExecutors_areToldInPieces() {
        for (int i = 0; i < 250; i++) {
            driver.accept(message("e" + i, 1));
        }
        driver.poll();
        assertThat(told).extracting(List::size).containsExactly(100, 100, 50);
    }

    @Test
    void coordinatorThatDoesNotKnow_orIsBroken_isLeftAloneForAMinute() {
        unknown = true;
        driver.accept(message("1", 1));
        driver.poll();
        driver.accept(message("1", 2));
        driver.poll();
        assertThat(told).hasSize(1);
        unknown = false;
        broken = true;
        now.addAndGet(DriverIo.LATER.toNanos());
        driver.accept(message("1", 3));
        assertThatCode(driver::poll).doesNotThrowAnyException();
        broken = false;
        driver.accept(message("1", 4));
        driver.poll();
        assertThat(told).hasSize(1);
    }

    @Test
    void whatIsNoClaim_isDropped() {
        driver.accept(ExecutorIo.MESSAGE + "{}");
        driver.accept(ExecutorIo.MESSAGE + "x".repeat(100_000));
        driver.poll();
        assertThat(told).isEmpty();
        assertThat(DriverIo.isFor("hdfs-throttle replicas 1")).isFalse();
        assertThat(DriverIo.isFor(null)).isFalse();
    }

    @Test
    void driverThatIsGone_doesNotReachTheExecutor() {
        try (ExecutorIo lonely = new ExecutorIo(
                "8",
                Path.of("/proc"),
                () -> {
                    throw new NoClassDefFoundError("made up");
                },
                message -> {
                    throw new IOException("made up");
                },
                now::get)) {
            assertThatCode(lonely::report).doesNotThrowAnyException();
        }
    }
}
