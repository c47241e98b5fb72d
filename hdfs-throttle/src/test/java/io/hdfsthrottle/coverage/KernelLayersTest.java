package io.hdfsthrottle.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.Activities;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.DiskState;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class KernelLayersTest {

    private static final Volume DISK = Volume.of("DS-1", null);
    private static final Volume OTHER = Volume.of("DS-2", null);
    private static final Work READ = Work.reading(Tenant.named("gold"), DISK);

    private final String nameBefore = Thread.currentThread().getName();
    private final Diary diary = new Diary();
    private final Map<String, String> devices = new HashMap<>();
    private final KernelLayers layers =
            new KernelLayers(List.of(diary), volume -> Optional.ofNullable(devices.get(volume.id())));
    private final TransferThread thread = TransferThread.ofThisThread(7);

    @AfterEach
    void nameAsBefore() {
        Thread.currentThread().setName(nameBefore);
    }

    private void begin(String operation, Work work) {
        Thread.currentThread().setName(new String(operation));
        layers.enter(thread, work);
    }

    @Test
    void nextOperationForTheSameTenant_asksTheKernelNothing() {
        begin("first", READ);
        begin("second", READ);
        layers.renew(List.of());
        assertThat(diary.lines).containsExactly("enter reads for gold on DS-1");
    }

    @Test
    void operationForAnother_entersAnew() {
        begin("first", READ);
        begin("second", Work.writing(Tenant.DEFAULT, DISK));
        assertThat(diary.lines).containsExactly("enter reads for gold on DS-1", "enter writes for default on DS-1");
    }

    @Test
    void threadThatWaitsForItsNextOperation_isSentHome_andEntersAgain() {
        begin("first", READ);
        Thread.currentThread().setName("waiting");
        layers.renew(List.of());
        layers.renew(List.of());
        begin("second", READ);
        assertThat(diary.lines)
                .containsExactly("enter reads for gold on DS-1", "leave", "enter reads for gold on DS-1");
    }

    @Test
    void threadWhoseWorkIsScheduledNoMore_leavesAtOnce_andOnlyIfItIsIn() {
        layers.leave(thread);
        begin("first", READ);
        layers.leave(thread);
        layers.leave(thread);
        begin("second", READ);
        assertThat(diary.lines)
                .containsExactly("enter reads for gold on DS-1", "leave", "enter reads for gold on DS-1");
    }

    @Test
    void closing_sendsHomeWhoIsIn_andLetsNobodyInAgain() {
        begin("first", READ);
        layers.close();
        begin("second", READ);
        layers.renew(List.of());
        layers.close();
        assertThat(diary.lines).containsExactly("enter reads for gold on DS-1", "leave", "close", "close");
    }

    @Test
    void volume_isProvedOnce() {
        layers.prove(List.of(DISK));
        layers.prove(List.of(DISK));
        layers.prove(List.of()); // the host names no volumes
        layers.prove(List.of(DISK));
        assertThat(diary.lines).containsExactly("prove DS-1");
    }

    @Test
    void volumeThatWasRemoved_isForgotten_andProvedAgainOnceItIsBack() {
        layers.prove(List.of(DISK, OTHER));
        layers.prove(List.of(OTHER));
        layers.prove(List.of(DISK, OTHER));
        assertThat(diary.lines).containsExactly("prove DS-1", "prove DS-2", "forget DS-1", "prove DS-1");
    }

    @Test
    void volumeOnAnotherDevice_isProvedAgain_oneThatDoesNotAnswerIsNot() {
        devices.put("DS-1", "8:0");
        layers.prove(List.of(DISK));
        devices.remove("DS-1");
        layers.prove(List.of(DISK));
        devices.put("DS-1", "8:16");
        layers.prove(List.of(DISK));
        layers.prove(List.of(DISK));
        assertThat(diary.lines).containsExactly("prove DS-1", "forget DS-1", "prove DS-1");
    }

    @Test
    void withoutLayers_nothingIsRemembered() {
        KernelLayers none = new KernelLayers(List.of());
        none.enter(thread, READ);
        assertThat(thread.work()).isNull();
    }

    @Test
    void coverage_namesTheTenantsThatMayReadPastTheDataNode() {
        KernelLayers none = new KernelLayers(List.of());
        VolumeActivity volume = Activities.of("DS-1", Rate.parse("100m"), Grant.NOBODY);

        assertThat(none.coverage(volume, "", List.of()).reason(IoPath.SHORT_CIRCUIT))
                .endsWith("; granted to no tenant");
        List<Tenant> many =
                IntStream.range(0, 9).mapToObj(i -> Tenant.named("t" + i)).collect(Collectors.toList());
        assertThat(none.coverage(volume, "", many.subList(0, 2)).reason(IoPath.SHORT_CIRCUIT))
                .endsWith("; granted to t0, t1");
        assertThat(none.coverage(volume, "", many).reason(IoPath.SHORT_CIRCUIT)).endsWith("t3, t4 and 4 more");
    }

    @Test
    void coverage_saysWhereTenantsAreIsolatedLess() {
        KernelLayers none = new KernelLayers(List.of());
        DiskState shared = DiskState.UNKNOWN.withTrouble("shared disk: others use it");
        VolumeCoverage coverage = none.coverage(VolumeActivity.of("DS-1", shared, List.of()), "", List.of());
        assertThat(coverage.coveredBy(IoPath.READS)).containsExactly("pacing");
        assertThat(coverage.reason(IoPath.READS)).isEqualTo("isolation: shared disk: others use it");
    }

    @Test
    void layersThatTheSettingsEnable_areCountedWhereTheyDoLess_othersAreNot() {
        VolumeActivity volume = Activities.of("DS-1", Rate.parse("100m"), Grant.NOBODY);
        assertThat(layers.coverage(volume, "", List.of()).fallenBack()).isZero();
        assertThat(layers.coverage(volume, "no native calls", List.of()).fallenBack())
                .isEqualTo(1);
        diary.cover = LayerCoverage.none("diary", "the kernel refuses it");
        assertThat(layers.coverage(volume, "", List.of()).fallenBack()).isEqualTo(1);
        diary.cover = LayerCoverage.notWanted("diary", "off");
        assertThat(layers.coverage(volume, "", List.of()).fallenBack()).isZero();
        VolumeActivity shared = VolumeActivity.of("DS-1", DiskState.UNKNOWN.withTrouble("shared disk"), List.of());
        assertThat(layers.coverage(shared, "", List.of()).fallenBack())
                .as("a disk that others use is no fault of a layer")
                .isZero();
    }

    @Test
    void coverage_namesWhatCoversAndWhyNotTheRest() {
        VolumeCoverage coverage = new VolumeCoverage(
                "DS-1",
                List.of(
                        LayerCoverage.by("pacing").butNot(IoPath.SHORT_CIRCUIT, "not asked"),
                        LayerCoverage.by("blkio backstop").butNot(IoPath.WRITES, "buffered"),
                        LayerCoverage.notWanted("ioprio", "off")),
                0);
        assertThat(coverage.coveredBy(IoPath.READS)).containsExactly("pacing", "blkio backstop");
        assertThat(coverage.coveredBy(IoPath.WRITES)).containsExactly("pacing");
        assertThat(coverage.reason(IoPath.WRITES)).isEqualTo("blkio backstop: buffered");
        assertThat(coverage.reason(IoPath.SHORT_CIRCUIT)).isEqualTo("pacing: not asked");
        assertThat(coverage.reason(IoPath.READS)).isEmpty();
        assertThat(IoPath.CACHED_READS.label()).isEqualTo("cachedReads");
    }

    /** A layer that only writes down what it is asked for. */
    private static final class Diary implements KernelLayer {

        private final List<String> lines = new ArrayList<>();
        private LayerCoverage cover = LayerCoverage.by("diary");

        @Override
        public void prove(Volume volume) {
            lines.add("prove " + volume);
        }

        @Override
        public void forget(String volume) {
            lines.add("forget " + volume);
        }

        @Override
        public void enter(TransferThread entering, Work work) {
            lines.add("enter " + work);
        }

        @Override
        public void leave(TransferThread leaving) {
            lines.add("leave");
        }

        @Override
        public void renew(List<VolumeActivity> volumes, Collection<TransferThread> threads) {}

        @Override
        public LayerCoverage cover(String volume) {
            return cover;
        }

        @Override
        public void close() {
            lines.add("close");
        }
    }
}
