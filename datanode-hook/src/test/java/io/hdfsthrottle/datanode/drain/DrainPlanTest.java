package io.hdfsthrottle.datanode.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class DrainPlanTest {

    private static final long GIB = 1L << 30;

    private static LocalVolume volume(String id, String type, long bytes, long free) {
        return new LocalVolume(id, "/data/" + id, type, bytes == 0 ? 0 : 1 + bytes / GIB, bytes, free);
    }

    private static List<String> moves(DrainPlan plan) {
        return plan.moves().stream()
                .map(move -> move.from().id() + ">" + move.to().id() + " " + move.bytes() / GIB)
                .collect(Collectors.toList());
    }

    @Test
    void volume_isMovedToTheOthers_inProportionToWhatTheyHaveFree_withRoomForWholeReplicas() {
        DrainPlan plan = DrainPlan.of(
                Set.of("DS-1"),
                Set.of("DS-1"),
                List.of(
                        volume("DS-1", "DISK", 400 * GIB, 0),
                        volume("DS-2", "DISK", GIB, 1_000 * GIB),
                        volume("DS-3", "DISK", GIB, 3_000 * GIB)));
        assertThat(moves(plan)).containsExactly("DS-1>DS-2 102", "DS-1>DS-3 302");
        assertThat(plan.troubles()).isEmpty();
    }

    @Test
    void littleThatIsLeft_mayGoWhole_andNoMoveTakesMoreThanHalfOfWhatIsFree() {
        DrainPlan plan = DrainPlan.of(
                Set.of("DS-1"),
                Set.of(),
                List.of(
                        volume("DS-1", "DISK", 2 * GIB, 0),
                        volume("DS-2", "DISK", 0, 4 * GIB),
                        volume("DS-3", "DISK", 0, 400 * GIB)));
        assertThat(moves(plan)).containsExactly("DS-1>DS-2 2", "DS-1>DS-3 3");
    }

    @Test
    void leasedVolumes_andThoseOfAnotherType_takeNothing() {
        DrainPlan plan = DrainPlan.of(
                Set.of("DS-1", "DS-5"),
                Set.of("DS-1", "DS-2", "DS-5"),
                List.of(
                        volume("DS-1", "DISK", GIB, 0),
                        volume("DS-2", "DISK", 0, 100 * GIB),
                        volume("DS-3", "SSD", 0, 100 * GIB),
                        volume("DS-5", "SSD", GIB, 0)));
        assertThat(moves(plan)).containsExactly("DS-5>DS-3 2");
        assertThat(plan.troubles()).containsOnlyKeys("DS-1");
        assertThat(plan.troubles().get("DS-1")).contains("no volume of type DISK");
    }

    @Test
    void moreThanHalfOfWhatIsFree_isNotMoved_whicheverVolumeItComesFrom() {
        List<LocalVolume> volumes = List.of(
                volume("DS-1", "DISK", 4 * GIB, 0),
                volume("DS-2", "DISK", 4 * GIB, 0),
                volume("DS-3", "DISK", 0, 10 * GIB));
        DrainPlan both = DrainPlan.of(Set.of("DS-1", "DS-2"), Set.of(), volumes);
        assertThat(both.moves()).isEmpty();
        assertThat(both.troubles()).containsOnlyKeys("DS-1", "DS-2");
        assertThat(both.troubles().get("DS-1")).contains(8 * GIB + " bytes", 10 * GIB + " free");
        assertThat(moves(DrainPlan.of(Set.of("DS-1"), Set.of("DS-2"), volumes))).containsExactly("DS-1>DS-3 5");
    }

    @Test
    void volumeWithNothingOnIt_needsNoMove_andOneWithAnEmptyReplicaDoes() {
        LocalVolume empty = new LocalVolume("DS-1", "/data/1", "DISK", 1, 0, 0);
        assertThat(DrainPlan.of(Set.of("DS-1"), Set.of(), List.of(empty, volume("DS-2", "DISK", 0, GIB)))
                        .moves())
                .singleElement()
                .satisfies(move -> assertThat(move.bytes()).isEqualTo(1));
        DrainPlan none = DrainPlan.of(Set.of("DS-1"), Set.of(), List.of(volume("DS-1", "DISK", 0, GIB)));
        assertThat(none.moves()).isEmpty();
        assertThat(none.troubles()).isEmpty();
    }
}
