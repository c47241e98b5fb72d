package io.hdfsthrottle.ioprio;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coverage.IoPath;
import io.hdfsthrottle.coverage.TransferThread;
import io.hdfsthrottle.coverage.Work;
import io.hdfsthrottle.fakes.Activities;
import io.hdfsthrottle.fakes.FakeDisk;
import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.kernel.Threads;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.unit.Rate;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IoPriorityLayerTest {

    private static final String ID = "DS-1";

    @TempDir
    Path folder;

    @TempDir
    Path sys;

    private final FakeIoPriorities priorities = new FakeIoPriorities();
    private final TransferThread gold = TransferThread.ofThisThread(101);
    private final TransferThread bronze = TransferThread.ofThisThread(102);
    private FakeDisk disk;
    private final VolumeActivity activity =
            Activities.of(ID, Rate.parse("150m"), Grants.of(1, 1), Grants.GOLD, Grants.BRONZE);

    @BeforeEach
    void begin() {
        disk = FakeDisk.whole(sys, folder).scheduledBy("bfq");
    }

    private Volume volume() {
        return Volume.of(ID, folder);
    }

    private IoPriorityLayer layer(boolean everywhere) {
        IoPriorityLayer layer = new IoPriorityLayer(
                everywhere, priorities, new Threads(Path.of("/proc")), ControlFiles.ofKernel(), sys);
        layer.prove(volume());
        return layer;
    }

    private void enter(IoPriorityLayer layer, TransferThread thread, Tenant tenant) {
        layer.enter(thread, Work.reading(tenant, volume()));
        layer.renew(List.of(activity), List.of(gold, bronze));
    }

    private IoPriority of(TransferThread thread) {
        return priorities.of(thread.osThread()).orElseThrow();
    }

    @Test
    void threads_haveTheLevelOfTheirTenantsWeight_andTheirOwnBackAfterwards() {
        IoPriorityLayer layer = layer(false);
        enter(layer, gold, Grants.GOLD);
        enter(layer, bronze, Grants.BRONZE);
        assertThat(of(gold)).isEqualTo(IoPriority.bestEffort(0));
        assertThat(of(bronze)).isEqualTo(IoPriority.bestEffort(4));
        layer.leave(gold);
        assertThat(of(gold)).isEqualTo(FakeIoPriorities.HOME);
        assertThat(of(bronze)).isEqualTo(IoPriority.bestEffort(4));
        layer.close();
        assertThat(of(bronze)).isEqualTo(FakeIoPriorities.HOME);
    }

    @Test
    void tenantThatIsAlone_isTheHeaviest() {
        IoPriorityLayer layer = layer(false);
        enter(layer, bronze, Grants.BRONZE);
        assertThat(of(bronze)).isEqualTo(IoPriority.bestEffort(0));
    }

    @Test
    void operationThatFollowsForAnotherTenant_stillLeadsHome() {
        IoPriorityLayer layer = layer(false);
        enter(layer, gold, Grants.GOLD);
        enter(layer, gold, Grants.BRONZE);
        layer.leave(gold);
        assertThat(of(gold)).isEqualTo(FakeIoPriorities.HOME);
    }

    @Test
    void schedulerThatGoesByNoLevels_isLeftAlone_untilItIsChanged() {
        disk.scheduledBy("mq-deadline");
        IoPriorityLayer layer = layer(false);
        enter(layer, gold, Grants.GOLD);
        assertThat(of(gold)).isEqualTo(FakeIoPriorities.HOME);
        assertThat(layer.cover(ID).reasonAgainst(IoPath.READS))
                .hasValueSatisfying(reason -> assertThat(reason).contains("mq-deadline", "bfq"));
        disk.scheduledBy("bfq");
        layer.renew(List.of(activity), List.of(gold));
        enter(layer, gold, Grants.GOLD);
        assertThat(of(gold)).isEqualTo(IoPriority.bestEffort(0));
        assertThat(layer.cover(ID).reasonAgainst(IoPath.READS)).isEmpty();
        assertThat(layer.cover(ID).reasonAgainst(IoPath.WRITES)).isPresent();
    }

    @Test
    void everywhere_setsPrioritiesThatNobodyGoesBy_andSaysSo() {
        disk.scheduledBy("none");
        IoPriorityLayer layer = layer(true);
        enter(layer, gold, Grants.GOLD);
        assertThat(of(gold)).isEqualTo(IoPriority.bestEffort(0));
        assertThat(layer.cover(ID).isWanted()).isTrue();
        assertThat(layer.cover(ID).reasonAgainst(IoPath.READS))
                .hasValueSatisfying(reason -> assertThat(reason).contains("none"));
    }

    @Test
    void nativeCallsThatAreNotThere_areTheReason_andNothingIsTouched() {
        priorities.areNotThere("java.io.tmpdir is mounted noexec");
        IoPriorityLayer layer = layer(false);
        enter(layer, gold, Grants.GOLD);
        assertThat(of(gold)).isEqualTo(FakeIoPriorities.HOME);
        assertThat(layer.cover(ID).reasonAgainst(IoPath.READS))
                .hasValueSatisfying(reason -> assertThat(reason).contains("noexec"));
    }

    @Test
    void kernelThatRefusesLater_endsTheLayer_andAThreadThatEndedDoesNot() {
        IoPriorityLayer layer = layer(false);
        priorities.answer(Outcome.ENDED);
        enter(layer, gold, Grants.GOLD);
        assertThat(layer.cover(ID).reasonAgainst(IoPath.READS)).isEmpty();
        priorities.answer(Outcome.DENIED);
        enter(layer, gold, Grants.BRONZE);
        assertThat(layer.cover(ID).reasonAgainst(IoPath.READS)).isPresent();
    }
}
