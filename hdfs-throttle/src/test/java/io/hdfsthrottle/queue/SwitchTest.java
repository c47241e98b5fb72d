package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.mode.Modes;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of threads, files and debts when the mode changes under them. */
final class SwitchTest {

    private static final int PACKET = 65_536;
    private static final long MIB = 1 << 20;
    private static final Rate MEBIBYTE = Rate.ofBytesPerSecond(MIB);
    private static final Tenant GOLD = Tenant.named("gold");
    private static final Tenant OTHER = Tenant.named("other");

    private final QueueOnAClock disk = new QueueOnAClock(MEBIBYTE);
    private final FakeFile file = new FakeFile(1L << 40);

    @AfterEach
    void close() {
        disk.queue.close();
    }

    private boolean switchTo(Mode mode) {
        Mode unused = disk.bypass.switchTo(mode);
        return disk.queue.follow();
    }

    private TenantActivity activity(Tenant tenant) {
        disk.queue.tick(disk.grant.get());
        return disk.queue.activity().tenants().stream()
                .filter(each -> each.terms().tenant().equals(tenant))
                .findAny()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"OFF", "SHADOW"})
    void threadThatWaits_goesOnWithinASlice_evenIfNobodyTicks(Mode mode) {
        Stream stream = disk.writing(GOLD);
        disk.sleeper.atEachRest(() -> disk.bypass.switchTo(mode));
        stream.moved(1L << 40);
        assertThat(disk.sleeper.waits()).isEqualTo(1);
        assertThat(disk.account(GOLD).tenantQueue().waiting).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"OFF", "SHADOW"})
    void streams_endWithTheirMode_andGiveTheirFilesBack(Mode mode) {
        Account account = disk.account(GOLD);
        Stream read = account.longRead(Optional.of(file));
        read.before(0, PACKET);
        assertThat(read.isCurrent()).isTrue();

        assertThat(switchTo(mode)).isTrue();

        assertThat(read.isCurrent()).isFalse();
        assertThat(file.closed).isTrue();
        assertThat(account.tenantQueue().threads).hasValue(0);
        assertThat(account.streams()).isZero();
        assertThat(switchTo(mode)).as("nothing is new").isFalse();
        read.before(PACKET, PACKET); // until its thread begins another
        read.moved(PACKET);
        read.leave();
        assertThat(disk.sleeper.waits()).isZero();
        assertThat(disk.errors).isEmpty();
    }

    @Test
    void howFarAnApplicationReads_isNotForgotten() {
        Account account = disk.account(GOLD);
        account.usualRead(128 * MIB);
        account.longRead(Optional.of(file)).before(0, PACKET);
        switchTo(Mode.SHADOW);
        assertThat(account.usualRead()).isEqualTo(128 * MIB);
    }

    @Test
    void shadow_countsWhatPasses_delaysNobody_andAsksTheDiskForNothing() {
        switchTo(Mode.SHADOW);
        Account account = disk.account(GOLD);
        assertThat(account.isScheduled()).isFalse();
        Stream read = account.counted(true, true);
        for (int i = 0; i < 100; i++) {
            read.before(i * (long) PACKET, PACKET);
            read.moved(PACKET);
            disk.ticker.advance(Duration.ofMillis(10));
            disk.queue.tick(disk.grant.get());
        }
        assertThat(disk.sleeper.waits()).isZero();
        assertThat(disk.queue.isQuiet()).isTrue();
        TenantActivity activity = activity(GOLD);
        assertThat(activity.bytes()).isEqualTo(100L * PACKET);
        assertThat(activity.charged()).isZero();
        assertThat(activity.rate().bytesPerSecond()).isGreaterThan(3 * MIB);
        assertThat(activity.threads()).isEqualTo(1);
        assertThat(activity.heldBack()).isFalse();
        read.leave();
        assertThat(activity(GOLD).threads()).isZero();
    }

    @Test
    void whatPassed_isHeldAgainstNobody() {
        switchTo(Mode.SHADOW);
        Stream passing = disk.account(GOLD).counted(true, true);
        passing.moved(1L << 40);
        assertThat(switchTo(Mode.ENFORCE)).isTrue();
        assertThat(passing.isCurrent()).isFalse();
        passing.leave();

        disk.writing(GOLD).moved(PACKET);

        assertThat(disk.sleeper.total()).isLessThan(Duration.ofMillis(200));
    }

    @Test
    void tenantWhoseThreadsMostlyWaitForTheDisk_wantsMore() {
        AtomicBoolean waits = new AtomicBoolean(true);
        disk.diskWait = Optional.of(waits::get);
        switchTo(Mode.SHADOW);
        Stream read = disk.account(GOLD).counted(true, true);
        for (int i = 0; i < 20; i++) {
            read.moved(PACKET);
            disk.queue.tick(disk.grant.get());
        }
        assertThat(activity(GOLD).heldBack()).isTrue();
        waits.set(false);
        for (int i = 0; i < 20; i++) {
            disk.queue.tick(disk.grant.get());
        }
        assertThat(activity(GOLD).heldBack()).isFalse();
        waits.set(true);
        switchTo(Mode.ENFORCE);
        assertThat(activity(GOLD).backlogged()).isFalse();
    }

    @Test
    void tenantInShadow_passesBesideThoseThatAreScheduled_andIsChargedNothing() {
        disk.grant = () -> Grant.NOBODY.withModes(Modes.of(Optional.empty(), Map.of(), Map.of(GOLD, Mode.SHADOW)));
        assertThat(disk.account(GOLD).isScheduled()).isFalse();
        assertThat(disk.account(OTHER).isScheduled()).isTrue();
        disk.account(GOLD).counted(false, true).moved(1L << 40);
        assertThat(disk.sleeper.waits()).isZero();
        disk.writing(OTHER).moved(4 * MIB);
        assertThat(disk.sleeper.waits()).isPositive();
        assertThat(activity(GOLD).charged()).isZero();
        assertThat(activity(GOLD).bytes()).isEqualTo(1L << 40);

        disk.grant = () -> Grant.NOBODY;
        assertThat(disk.queue.follow()).isTrue();
        assertThat(disk.account(GOLD).isScheduled()).isTrue();
    }

    @Test
    void errorsAndShutdown_letEverythingPass_whateverTheMode() {
        disk.bypass.openForATime();
        switchTo(Mode.ENFORCE);
        assertThat(disk.bypass.isOpen()).isTrue();
        disk.bypass.close();
        assertThat(disk.bypass.schedules()).isTrue();
        switchTo(Mode.OFF);
        disk.bypass.close();
        assertThat(disk.bypass.isOpen()).as("the mode keeps it open").isTrue();
        disk.bypass.open();
        switchTo(Mode.ENFORCE);
        assertThat(disk.bypass.schedules()).isFalse();
    }
}
