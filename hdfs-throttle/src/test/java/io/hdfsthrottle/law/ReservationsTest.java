package io.hdfsthrottle.law;

import static io.hdfsthrottle.law.ModelDisk.MIB;
import static io.hdfsthrottle.law.ModelDisk.MILLI;
import static io.hdfsthrottle.law.ModelDisk.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.unit.Rate;
import org.junit.jupiter.api.Test;

/** Reservations and limits. */
final class ReservationsTest {

    private static final double RATE = 150 * MIB;
    private static final Rate SIXTY = Rate.parse("60m");
    private static final Rate TEN = Rate.parse("10m");

    private final ModelDisk disk = ModelDisk.steady(RATE);

    @Test
    void reservation_isMet_besideAHeavierTenant() {
        ModelDisk.Stream holder = disk.new Stream(reserved(SIXTY));
        ModelDisk.Stream heavy = disk.new Stream(disk.tenant(20));
        assertThat(rate(holder)).isBetween(0.98 * 60 * MIB, 1.15 * 60 * MIB);
        assertThat(heavy.bytes).isGreaterThan(holder.bytes);
    }

    @Test
    void reservationBelowTheShare_addsNothingToIt() {
        ModelDisk.Stream holder = disk.new Stream(reserved(TEN));
        ModelDisk.Stream other = disk.new Stream(disk.tenant(1));
        assertThat(rate(holder)).isBetween(0.45 * RATE, 0.6 * RATE);
        assertThat(other.bytes).isPositive();
    }

    @Test
    void reservationLargerThanTheDisk_leavesTheOthersTheirPart() {
        ModelDisk.Stream holder = disk.new Stream(reserved(Rate.parse("10g")));
        ModelDisk.Stream other = disk.new Stream(disk.tenant(1));
        assertThat(rate(other)).isGreaterThan(0.05 * RATE);
        assertThat(holder.bytes).isGreaterThan(other.bytes);
    }

    @Test
    void reservationThatItsHolderCannotUse_isUsedByTheOthers() {
        ModelDisk.Stream holder = disk.new Stream(reserved(SIXTY), 64 << 10, 50 * MILLI);
        ModelDisk.Stream other = disk.new Stream(disk.tenant(1));
        assertThat(rate(other)).isGreaterThan(0.97 * RATE);
        assertThat(holder.bytes).isPositive();
    }

    @Test
    void reservationOnADiskOfWhichNothingIsKnown_stopsNobody() {
        ModelDisk.Stream holder = disk.new Stream(reserved(Rate.parse("10g")));
        ModelDisk.Stream other = disk.new Stream(disk.tenant(1));
        disk.runFor(40 * MILLI);
        assertThat(other.bytes).isGreaterThan(holder.bytes / 4);
    }

    @Test
    void limit_isExceededByNoMoreThanABurst() {
        ModelDisk.Stream limited = disk.new Stream(disk.tenant(5, Rate.ZERO, TEN));
        ModelDisk.Stream other = disk.new Stream(disk.tenant(1));
        disk.runFor(5 * SECOND);
        for (int i = 0; i < 50; i++) {
            long before = limited.bytes;
            disk.runFor(100 * MILLI);
            double burst = 10 * MIB * ShareNode.BURST_NANOS / SECOND
                    + 2 * disk.scheduler.requests().piece();
            assertThat(limited.bytes - before).isBetween((long) (MIB - burst), (long) (MIB + burst));
        }
        assertThat(rate(other)).isGreaterThan(0.98 * (RATE - 10 * MIB));
    }

    @Test
    void limitedTenant_keepsToItAlone_withoutBusyWaiting() {
        ModelDisk.Stream limited = disk.new Stream(disk.tenant(1, Rate.ZERO, TEN));
        assertThat(rate(limited)).isBetween(0.99 * 10 * MIB, 1.01 * 10 * MIB);
        disk.runFor(10 * MILLI); // between two pieces, of 50 ms each
        long due = disk.scheduler.nextDueNanos(disk.now);
        assertThat(due).isGreaterThan(disk.now);
    }

    @Test
    void limitThatIsSetAgainAfterTenMinutes_stallsNobody() {
        Branch tenant = disk.tenant(1, Rate.ZERO, TEN);
        ModelDisk.Stream stream = disk.new Stream(tenant);
        disk.runFor(2 * SECOND);
        disk.scheduler.terms(tenant, 1, Rate.ZERO, Rate.UNLIMITED);
        disk.runFor(60 * SECOND);
        stream.stop();
        disk.runFor(540 * SECOND);
        stream.start();
        disk.runFor(SECOND);
        disk.scheduler.terms(tenant, 1, Rate.ZERO, TEN);
        long before = stream.bytes;
        disk.runFor(200 * MILLI);
        assertThat(stream.bytes - before).isGreaterThan((long) (0.8 * 2 * MIB));
    }

    private Branch reserved(Rate reservation) {
        disk.scheduler.reservations((double) reservation.bytesPerSecond());
        return disk.tenant(1, reservation, Rate.UNLIMITED);
    }

    /** Rate over ten seconds, once the disk is known. */
    private double rate(ModelDisk.Stream stream) {
        disk.runFor(5 * SECOND);
        long before = stream.bytes;
        disk.runFor(10 * SECOND);
        return (stream.bytes - before) / 10.0;
    }
}
