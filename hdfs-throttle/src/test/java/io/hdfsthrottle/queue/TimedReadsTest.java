package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.observation.ReadTimes;
import io.hdfsthrottle.rule.TenantRules;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which reads are counted with their time for a MiB: the same ones, whether they are scheduled or pass. */
final class TimedReadsTest {

    private static final int PACKET = 65_536;
    private static final Duration PER_PACKET = Duration.ofMillis(10);
    private static final int PACKETS_OF_A_MEBIBYTE = 16;
    private static final Tenant GOLD = Tenant.named("gold");

    private final QueueOnAClock disk = QueueOnAClock.ofAnyDisk();

    @AfterEach
    void close() {
        disk.queue.close();
        assertThat(disk.errors).isEmpty();
    }

    private boolean switchTo(Mode mode) {
        Mode unused = disk.bypass.switchTo(mode);
        return disk.queue.follow();
    }

    private void move(Stream stream, int packets) {
        for (int i = 0; i < packets; i++) {
            stream.before(i * (long) PACKET, PACKET);
            disk.ticker.advance(PER_PACKET);
            stream.moved(PACKET);
        }
    }

    private void moveAndEnd(Stream stream, int packets) {
        move(stream, packets);
        disk.ticker.advance(Duration.ofSeconds(4)); // its end is noticed late
        stream.leave();
    }

    private void assertOneReadIsTimed() {
        ReadTimes reads = disk.host.reads();
        assertThat(reads.all()).isEqualTo(1);
        assertThat(reads.first()).hasSize(1 + ReadTimes.place(PACKETS_OF_A_MEBIBYTE * PER_PACKET.toNanos()));
    }

    @Test
    void longReadThatIsReadAhead_isTimedUpToItsLastMebibyte() {
        FakeFile file = new FakeFile(1L << 40);
        file.inMemory = true;
        disk.deviceReads = file.deviceReads();
        moveAndEnd(disk.account(GOLD).longRead(Optional.of(file)), 40);
        assertOneReadIsTimed();
    }

    @Test
    void longReadThatIsHeld_isTimed() {
        disk.deviceReads = () -> 0;
        moveAndEnd(disk.account(GOLD).longRead(Optional.empty()), 40);
        assertOneReadIsTimed();
    }

    @Test
    void longReadThatPasses_isTimed() {
        switchTo(Mode.SHADOW);
        moveAndEnd(disk.account(GOLD).counted(true, true), 40);
        assertOneReadIsTimed();
    }

    @Test
    void readOfLess_shortReadsAndWrites_areNot() {
        moveAndEnd(disk.account(GOLD).longRead(Optional.empty()), PACKETS_OF_A_MEBIBYTE - 1);
        moveAndEnd(disk.account(GOLD).shortRead(), 40);
        moveAndEnd(disk.writing(GOLD), 40);
        switchTo(Mode.SHADOW);
        moveAndEnd(disk.account(GOLD).counted(true, true), PACKETS_OF_A_MEBIBYTE - 1);
        moveAndEnd(disk.account(GOLD).counted(false, true), 40);
        moveAndEnd(disk.account(GOLD).counted(true, false), 40);
        assertThat(disk.host.reads().all()).isZero();
    }

    @Test
    void readThatAnotherModeEnds_isNot() {
        Stream read = disk.account(GOLD).longRead(Optional.empty());
        move(read, 40);
        switchTo(Mode.SHADOW);
        read.leave();
        assertThat(disk.host.reads().all()).isZero();
    }

    @Test
    void readThatALimitSlows_isNot_inAnyMode() {
        Terms limited = Terms.of(GOLD, 1, Rate.ZERO, Rate.parse("1g"));
        disk.grant = () -> Grant.of(
                "default", GrantVersion.of(1, 1), Tenant.DEFAULT, List.of(limited), TenantRules.NONE, List.of());
        moveAndEnd(disk.account(GOLD).longRead(Optional.empty()), 40);
        switchTo(Mode.SHADOW);
        moveAndEnd(disk.account(GOLD).counted(true, true), 40);
        assertThat(disk.host.reads().all()).isZero();
    }
}
