package io.hdfsthrottle.datanode.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.usage.DrainFacts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A DataNode with two volumes, of which the first is to be drained. */
final class VolumeDrainTest implements LocalBalancer {

    private static final long FREE = 1L << 40;

    private final AtomicLong nanos = new AtomicLong();
    private final List<String> done = new ArrayList<>();
    private Set<String> wanted = Set.of("DS-1");
    private long replicas = 3;
    private Optional<String> running = Optional.empty();
    private Optional<IOException> broken = Optional.empty();
    private VolumeDrain drain = drain(true);

    private VolumeDrain drain(boolean placed) {
        return new VolumeDrain(() -> wanted, () -> Set.of("DS-1"), placed, this, nanos::get);
    }

    @Override
    public List<LocalVolume> volumes() {
        return List.of(
                new LocalVolume("DS-1", "/1", "DISK", replicas, replicas * 100, 0),
                new LocalVolume("DS-2", "/2", "DISK", 9, 900, FREE));
    }

    @Override
    public Optional<String> running() throws IOException {
        if (broken.isPresent()) {
            throw broken.get();
        }
        return running;
    }

    @Override
    public String submit(List<Move> moves) {
        done.add("submit " + moves);
        running = Optional.of("plan-" + done.size());
        return running.get();
    }

    @Override
    public void cancel(String plan) {
        done.add("cancel " + plan);
        running = Optional.empty();
    }

    private void refresh(Duration later) {
        nanos.addAndGet(later.toNanos());
        drain.run();
    }

    private void refresh() {
        refresh(Duration.ofSeconds(2));
    }

    private void over(long left) {
        running = Optional.empty();
        replicas = left;
    }

    private String trouble() {
        return drain.left().get("DS-1").trouble();
    }

    @Test
    void plans_areSubmittedUntilNothingIsLeft() {
        refresh();
        assertThat(done).containsExactly("submit [600 from DS-1 to DS-2]");
        assertThat(drain.left()).isEqualTo(Map.of("DS-1", DrainFacts.of(3, 300, "")));
        replicas = 2;
        refresh();
        assertThat(done).hasSize(1);
        assertThat(drain.left()).isEqualTo(Map.of("DS-1", DrainFacts.of(2, 200, "")));
        over(1);
        refresh();
        assertThat(done).hasSize(2);
        over(0);
        refresh();
        assertThat(done).hasSize(2);
        assertThat(drain.left().get("DS-1").isDrained()).isTrue();
    }

    @Test
    void lookingIsSeldom() {
        refresh();
        over(1);
        refresh(Duration.ofMillis(500));
        assertThat(done).hasSize(1);
    }

    @Test
    void planThatMovedNothing_isSubmittedAgainAfterAMinute() {
        refresh();
        over(3);
        refresh();
        assertThat(done).hasSize(1);
        assertThat(trouble()).contains("moved nothing");
        refresh(Duration.ofMinutes(1));
        assertThat(done).hasSize(2);
        assertThat(trouble()).isEmpty();
    }

    @Test
    void planOfSomebodyElse_goesFirst() {
        running = Optional.of("theirs");
        refresh();
        assertThat(done).isEmpty();
        assertThat(trouble()).contains("another plan");
        running = Optional.empty();
        refresh();
        assertThat(done).hasSize(1);
    }

    @Test
    void leaseThatEnded_cancelsItsPlan_andNobodyElses() {
        refresh();
        wanted = Set.of();
        refresh();
        assertThat(done).last().isEqualTo("cancel plan-1");
        assertThat(drain.left()).isEmpty();
        running = Optional.of("theirs");
        refresh();
        assertThat(done).hasSize(2);
    }

    @Test
    void whereNewBlocksWouldStillBePut_nothingIsMoved_andItIsSaid() {
        drain = drain(false);
        refresh();
        assertThat(done).isEmpty();
        assertThat(trouble()).contains("dfs.datanode.fsdataset.volume.choosing.policy");
        replicas = 0;
        refresh();
        assertThat(trouble()).isEmpty();
    }

    @Test
    void diskBalancerThatIsOff_isSaid_withWhatIsLeft() {
        broken = Optional.of(new IOException("Disk Balancer is not enabled."));
        refresh();
        assertThat(drain.left()).isEqualTo(Map.of("DS-1", DrainFacts.of(3, 300, "Disk Balancer is not enabled.")));
    }
}
