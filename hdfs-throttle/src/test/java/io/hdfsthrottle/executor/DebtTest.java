package io.hdfsthrottle.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.localio.DeviceBytes;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.ProcessIo;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DebtTest {

    private final Debt debt = new Debt();

    private static Optional<ProcessIo> io(long read, long written, long cancelled) {
        return ProcessIo.parse(
                "read_bytes: " + read + "\nwrite_bytes: " + written + "\ncancelled_write_bytes: " + cancelled);
    }

    private static ExecutorClaim claim(long bytes) {
        return ExecutorClaim.of(
                "1",
                ExecutorOwnershipTest.MACHINE,
                4711,
                1,
                List.of(DeviceBytes.of("8:0", 3, bytes, 0), DeviceBytes.of("8:16", 1, 0, 0)));
    }

    @Test
    void kernelsCount_isDividedByTheLocalDirectoriesOfEachDisk_fromTheFirstLookOn() {
        debt.observe(claim(0), io(1_000_000, 0, 0));
        assertThat(debt.owed("8:0")).isZero();
        debt.observe(claim(0), io(1_000_000, 4_000, 0));
        assertThat(debt.owed("8:0")).isEqualTo(3_000);
        assertThat(debt.owed("8:16")).isEqualTo(1_000);
    }

    @Test
    void whatIsTakenBack_isNotOwedAnyMore() {
        debt.observe(claim(0), io(0, 0, 0));
        debt.observe(claim(0), io(0, 4_000, 0));
        debt.observe(claim(0), io(0, 4_000, 4_000));
        assertThat(debt.owed("8:0")).isZero();
    }

    @Test
    void claim_countsWhereTheKernelDoesNotTell() {
        debt.observe(claim(1_000), Optional.empty());
        debt.observe(claim(1_700), Optional.empty());
        assertThat(debt.owed("8:0")).isEqualTo(700);
        debt.observe(claim(5), Optional.empty());
        assertThat(debt.owed("8:0"))
                .as("a counter that begins anew takes nothing back")
                .isEqualTo(700);
    }

    @Test
    void debt_isBounded_andPaidOff() {
        debt.observe(claim(0), Optional.empty());
        debt.observe(claim(Long.MAX_VALUE), Optional.empty());
        assertThat(debt.owed("8:0")).isEqualTo(Debt.MOST);
        debt.done("8:0", Debt.MOST);
        assertThat(debt.owed("8:0")).isZero();
    }
}
