package io.hdfsthrottle.blkio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coverage.IoPath;
import io.hdfsthrottle.coverage.TransferThread;
import io.hdfsthrottle.coverage.Work;
import io.hdfsthrottle.fakes.FakeKernel;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.unit.Rate;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class BlkioLayerTest {

    private static final Volume DISK = Volume.of("DS-1", Path.of("/data/1"));
    private static final Volume OTHER = Volume.of("DS-2", null);
    private static final Path OURS = FakeKernel.HOME.resolve("hdfs-throttle");
    private static final Path NODE = OURS.resolve("dn@1");
    private static final Path GOLD = NODE.resolve("t-gold");
    private static final Work READ = Work.reading(Tenant.named("gold"), DISK);
    private static final Work WRITE = Work.writing(Tenant.named("gold"), DISK);

    private static final Terms NARROW = Terms.of(Tenant.named("narrow"), 1, Rate.ZERO, Rate.parse("20m"));

    private final FakeKernel kernel = FakeKernel.withBlkio();
    private final TransferThread thread = TransferThread.ofThisThread(FakeKernel.thisThread());
    private final BlkioLayer layer = layer(kernel, "");

    private static BlkioLayer layer(FakeKernel kernel, String obstacle) {
        return new BlkioLayer(
                () -> BlkioTree.find(kernel, FakeKernel.CGROUPS, Path.of("/proc"), "dn", 1),
                () -> BlkioRefusal.noTree(FakeKernel.CGROUPS, BlkioTree.isUnified(kernel, FakeKernel.CGROUPS)),
                volume -> volume.folder().map(folder -> "7:0"),
                (group, volume, disk) -> obstacle,
                tenant -> tenant.name().equals("narrow") ? NARROW : Terms.ofWeight(tenant, 1),
                false);
    }

    @AfterEach
    void everybodyIsHomeAndNothingIsLeft() {
        kernel.refuseNothing();
        layer.close();
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(FakeKernel.HOME);
        assertThat(kernel.exists(OURS)).isFalse();
    }

    private void assertOff(String... words) {
        assertThat(layer.cover("DS-1").reasonAgainst(IoPath.READS))
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains(words).contains("hdfs.throttle.kernel.blkio=off"));
    }

    @Test
    void readingThread_isInItsTenantsGroup_andHomeAfterwards() {
        layer.prove(DISK);
        layer.enter(thread, READ);
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(GOLD);
        layer.leave(thread);
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(FakeKernel.HOME);
    }

    @Test
    void writingThread_staysAtHome_orGoesThere() {
        layer.prove(DISK);
        layer.enter(thread, WRITE);
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(FakeKernel.HOME);
        layer.enter(thread, READ);
        layer.enter(thread, WRITE);
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(FakeKernel.HOME);
    }

    @Test
    void newGroup_hasItsLimitBeforeAnybodyIsInIt() {
        layer.prove(DISK);
        layer.enter(thread, Work.reading(NARROW.tenant(), DISK));
        Path group = NODE.resolve("t-narrow");
        assertThat(kernel.written())
                .filteredOn(line -> line.startsWith(group.toString()))
                .containsExactly(group + "/blkio.throttle.read_bps_device=7:0 41943040", group + "/tasks=0");
    }

    @Test
    void diskThatIsProvedLater_hasTheLimitBeforeAnybodyReadsFromIt() {
        layer.prove(DISK);
        layer.enter(thread, Work.reading(NARROW.tenant(), DISK));
        layer.forget("DS-1");
        layer.prove(DISK);
        assertThat(kernel.read(NODE.resolve("t-narrow/blkio.throttle.read_bps_device")))
                .contains("7:0 41943040");
    }

    @Test
    void newGroupOfATenantWithoutALimit_isToldNothing() {
        layer.prove(DISK);
        layer.enter(thread, READ);
        assertThat(kernel.read(GOLD.resolve("blkio.throttle.read_bps_device"))).contains("");
    }

    @Test
    void beforeItIsProved_nobodyEnters() {
        layer.enter(thread, READ);
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(FakeKernel.HOME);
        assertThat(layer.cover("DS-1").reasonAgainst(IoPath.READS)).contains("not tried yet");
    }

    @Test
    void coverage_isReadsAlone() {
        layer.prove(DISK);
        assertThat(layer.cover("DS-1").layer()).isEqualTo("blkio backstop");
        assertThat(layer.cover("DS-1").reasonAgainst(IoPath.READS)).isEmpty();
        assertThat(layer.cover("DS-1").reasonAgainst(IoPath.WRITES)).isPresent();
        assertThat(layer.cover("DS-1").reasonAgainst(IoPath.CACHED_READS)).isPresent();
        assertThat(layer.cover("DS-1").reasonAgainst(IoPath.SHORT_CIRCUIT)).isPresent();
    }

    @Test
    void volumeWithoutADisk_isLeftToPacing_othersAreNot() {
        layer.prove(OTHER);
        layer.prove(DISK);
        assertThat(layer.cover("DS-2").reasonAgainst(IoPath.READS)).contains("the kernel shows no disk below it");
        assertThat(layer.cover("DS-1").reasonAgainst(IoPath.READS)).isEmpty();
    }

    @Test
    void volumeThatIsForgotten_isHeldNoMore_andToldItsLimitsAnewOnceItIsProvedAgain() {
        Terms limited = Terms.of(Tenant.named("gold"), 8, Rate.ZERO, Rate.parse("20m"));
        List<VolumeActivity> volumes =
                List.of(new HeldVolume(limited).moved(4096).activity());
        Path limit = GOLD.resolve("blkio.throttle.read_bps_device");
        layer.prove(DISK);
        layer.enter(thread, READ);
        layer.renew(volumes, List.of(thread));
        assertThat(kernel.read(limit)).contains("7:0 41943040");
        layer.forget("DS-1");
        assertThat(kernel.read(limit)).contains("7:0 0");
        assertThat(layer.cover("DS-1").reasonAgainst(IoPath.READS)).contains("not tried yet");
        layer.renew(volumes, List.of(thread));
        assertThat(kernel.read(limit)).contains("7:0 0");
        layer.prove(DISK);
        layer.renew(volumes, List.of(thread));
        assertThat(kernel.read(limit)).contains("7:0 41943040");
    }

    @Test
    void limitThatDoesNotHold_isLeftToPacing() {
        BlkioLayer unproved = layer(kernel, "256 KiB took 1 ms");
        unproved.prove(DISK);
        unproved.enter(thread, READ);
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(FakeKernel.HOME);
        assertThat(unproved.cover("DS-1").reasonAgainst(IoPath.READS)).contains("256 KiB took 1 ms");
        unproved.close();
    }

    @Test
    void hostWithoutBlkio_isTold() {
        BlkioLayer none = layer(FakeKernel.bare(), "");
        none.prove(DISK);
        assertThat(none.cover("DS-1").reasonAgainst(IoPath.READS).orElseThrow()).contains("no blkio controller");
        BlkioLayer unified = layer(FakeKernel.unified(), "");
        unified.prove(DISK);
        assertThat(unified.cover("DS-1").reasonAgainst(IoPath.READS).orElseThrow())
                .contains("cgroup v2 only");
        unified.close();
    }

    /** What a host may answer. */
    static Stream<Outcome> refusals() {
        return Stream.of(Outcome.DENIED, Outcome.READ_ONLY, Outcome.ABSENT, Outcome.failed("No space left on device"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refusalAtTheProof_turnsItOff_withTheRemedy(Outcome refusal) {
        kernel.refusing(OURS, refusal);
        layer.prove(DISK);
        layer.enter(thread, READ);
        assertOff(OURS.toString(), refusal.toString());
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void whoeverMayNotComeBack_neverGoes(Outcome refusal) {
        kernel.refusing(FakeKernel.HOME.resolve("tasks"), refusal);
        layer.prove(DISK);
        layer.enter(thread, READ);
        assertThat(kernel.written()).isEmpty();
        assertOff("tasks", refusal.toString());
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refusalWhileRunning_turnsItOff_forEverybody(Outcome refusal) {
        layer.prove(DISK);
        kernel.refusing(path -> path.startsWith(GOLD), refusal);
        layer.enter(thread, READ);
        assertOff(GOLD.toString());
        kernel.refuseNothing();
        layer.enter(thread, Work.reading(Tenant.DEFAULT, DISK));
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(FakeKernel.HOME);
        layer.renew(List.of(), List.of(thread));
        assertThat(kernel.exists(OURS)).isFalse();
    }

    @Test
    void groupsThatVanish_areNoticedWithoutAnOperation() {
        layer.prove(DISK);
        layer.enter(thread, READ);
        kernel.vanish(OURS);
        layer.renew(List.of(), List.of(thread));
        assertOff("removed");
    }

    @Test
    void threadThatInheritedAGroup_isSentHome() {
        layer.prove(DISK);
        layer.enter(thread, READ);
        kernel.put(9_999_999, GOLD);
        layer.renew(List.of(), List.of(thread));
        assertThat(kernel.groupOf(9_999_999)).isEqualTo(FakeKernel.HOME);
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(GOLD);
    }

    @Test
    void threadThatEntersWhileStrangersAreSentHome_stays() throws Exception {
        layer.prove(DISK);
        Thread sweep = new Thread(() -> layer.renew(List.of(), List.of(thread)), "sweep");
        kernel.afterWriteTo(GOLD.resolve("tasks"), () -> {
            sweep.start();
            await().until(() ->
                    EnumSet.of(Thread.State.BLOCKED, Thread.State.TERMINATED).contains(sweep.getState()));
        });
        synchronized (thread) {
            layer.enter(thread, READ);
        }
        sweep.join();
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(GOLD);
    }

    /** The thread was listed as a stranger, and is none any more when it would be sent home. */
    @Test
    void threadThatInheritedAGroupAndEntersItWhileStrangersAreSentHome_stays() throws Exception {
        layer.prove(DISK);
        layer.enter(
                TransferThread.ofThisThread(9_999_999), READ); // makes the group, and this thread the first stranger
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Thread reading = new Thread(() -> {
            layer.enter(TransferThread.ofThisThread(FakeKernel.thisThread()), READ);
            entered.countDown();
            assertThatCode(over::await).doesNotThrowAnyException();
        });
        kernel.put(reading.getId(), GOLD);
        kernel.afterWriteTo(FakeKernel.HOME.resolve("tasks"), () -> {
            reading.start();
            await().until(() -> entered.getCount() == 0 || reading.getState() == Thread.State.BLOCKED);
        });
        layer.renew(List.of(), List.of(thread));
        entered.await();
        assertThat(kernel.groupOf(reading.getId())).isEqualTo(GOLD);
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(FakeKernel.HOME);
        layer.close();
        over.countDown();
        reading.join();
    }

    @Test
    void transferThreadThatInheritedAGroup_isSentHomeUnlessItReads() {
        layer.prove(DISK);
        layer.enter(TransferThread.ofThisThread(9_999_999), READ); // makes the group
        kernel.put(FakeKernel.thisThread(), GOLD);
        layer.enter(thread, WRITE);
        layer.renew(List.of(), List.of(thread));
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(FakeKernel.HOME);
    }

    @Test
    void idleGroup_isRemovedAfterAMinute_andMadeAgain() {
        layer.prove(DISK);
        layer.enter(thread, READ);
        layer.leave(thread);
        IntStream.range(0, BlkioLayer.IDLE_RENEWALS).forEach(renewal -> layer.renew(List.of(), List.of(thread)));
        assertThat(kernel.exists(GOLD)).isFalse();
        layer.enter(thread, READ);
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(GOLD);
    }

    @Test
    void moreTenantsThanThereAreGroups_stayAtHome() {
        layer.prove(DISK);
        IntStream.range(0, BlkioLayer.MOST_GROUPS)
                .forEach(number -> layer.enter(thread, Work.reading(Tenant.named("t" + number), DISK)));
        assertThat(kernel.foldersIn(NODE)).hasSize(BlkioLayer.MOST_GROUPS);
        layer.enter(thread, READ);
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(FakeKernel.HOME);
    }

    @Test
    void afterTheClose_nobodyEnters() {
        layer.prove(DISK);
        layer.enter(thread, READ);
        layer.close();
        layer.enter(thread, READ);
        assertThat(kernel.groupOf(FakeKernel.thisThread())).isEqualTo(FakeKernel.HOME);
    }
}
