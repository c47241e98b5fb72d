package io.hdfsthrottle.blkio;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.FakeKernel;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.unit.Rate;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class BlkioTreeTest {

    private static final Path PROC = Path.of("/proc");
    private static final Path OURS = FakeKernel.HOME.resolve("hdfs-throttle");

    private final FakeKernel kernel = FakeKernel.withBlkio();

    private BlkioTree tree() {
        return find(kernel).orElseThrow();
    }

    private static Optional<BlkioTree> find(FakeKernel kernel) {
        return BlkioTree.find(kernel, FakeKernel.CGROUPS, PROC, "dn1:9866", 4711);
    }

    @Test
    void groups_lieBelowTheProcesssOwn() {
        BlkioGroup gold = tree().group("gold");
        assertThat(tree().make(gold)).isEqualTo(Outcome.DONE);
        assertThat(gold.folder()).isEqualTo(OURS.resolve("dn1_9866@4711/t-gold"));
        assertThat(kernel.exists(gold.folder())).isTrue();
    }

    @Test
    void containerThatSeesOnlyItsPart_findsItAtTheTop() {
        kernel.file("/proc/self/cgroup", "7:cpu,blkio:/docker/0815");
        assertThat(tree().home().folder()).isEqualTo(FakeKernel.CGROUPS.resolve("blkio"));
    }

    @Test
    void withoutBlkio_thereIsNoTree() {
        assertThat(find(FakeKernel.bare())).isEmpty();
        assertThat(find(FakeKernel.unified())).isEmpty();
        assertThat(BlkioTree.isUnified(FakeKernel.unified(), FakeKernel.CGROUPS))
                .isTrue();
        assertThat(BlkioTree.isUnified(kernel, FakeKernel.CGROUPS)).isFalse();
    }

    @Test
    void thread_entersAndIsTakenBack() {
        BlkioGroup gold = tree().group("gold");
        Outcome unused = tree().make(gold);
        assertThat(gold.enter()).isEqualTo(Outcome.DONE);
        assertThat(gold.threads()).contains(List.of(FakeKernel.thisThread()));
        assertThat(tree().home().take(FakeKernel.thisThread())).isEqualTo(Outcome.DONE);
        assertThat(gold.threads()).contains(List.of());
    }

    @Test
    void limitOfNothing_isNeverWrittenAsTheKernelsWordForNoLimit() {
        BlkioGroup gold = tree().group("gold");
        Outcome unused = tree().make(gold);
        unused = gold.limitReads("7:0", Rate.ZERO);
        assertThat(kernel.written()).last().asString().endsWith("=7:0 1");
        unused = gold.limitReads("7:0", Rate.UNLIMITED);
        assertThat(kernel.written()).last().asString().endsWith("=7:0 0");
    }

    @Test
    void removingAll_sendsEverybodyHome() {
        BlkioGroup gold = tree().group("gold");
        Outcome unused = tree().make(gold);
        kernel.put(99, gold.folder());
        assertThat(tree().removeAll()).isEqualTo(Outcome.DONE);
        assertThat(kernel.groupOf(99)).isEqualTo(FakeKernel.HOME);
        assertThat(kernel.exists(OURS)).isFalse();
    }

    @Test
    void sweep_removesWhatDeadProcessesLeft_andNothingOfTheLiving() {
        for (String node : List.of("dn1_9866@4711", "dn1_9866@17", "dn2_9866@18")) {
            for (Path folder :
                    List.of(OURS, OURS.resolve(node), OURS.resolve(node).resolve("t-gold"))) {
                Outcome unused = kernel.makeFolder(folder);
            }
        }
        kernel.file("/proc/18", "");
        kernel.file("/proc/4711", "");
        assertThat(tree().sweep()).isEqualTo(2);
        assertThat(kernel.foldersIn(OURS)).containsExactly(OURS.resolve("dn2_9866@18"));
    }

    @Test
    void refusals_areAnswers() {
        kernel.refusing(OURS, Outcome.READ_ONLY);
        assertThat(tree().make(tree().group("gold"))).isEqualTo(Outcome.READ_ONLY);
        assertThat(tree().group("gold").enter()).isEqualTo(Outcome.ABSENT);
        assertThat(tree().group("gold").threads()).isEmpty();
    }
}
