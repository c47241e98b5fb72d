package io.hdfsthrottle.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.executor.GroupLimits.Contender;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class GroupLimitsTest {

    private static final Tenant GOLD = Tenant.named("gold");
    private static final Tenant BRONZE = Tenant.named("bronze");
    private static final Rate DISK = Rate.parse("100m");

    /** How far a mean of five seconds moves in one. */
    private static final double MEAN_IN_A_SECOND = 0.18;

    private static Contender contender(
            Tenant tenant, double weight, String hdfs, boolean backlogged, String local, Rate limit) {
        return new Contender(tenant, weight, Rate.parse(hdfs), backlogged, Rate.parse(local), limit);
    }

    @Test
    void executors_getWhatHdfsLeavesOfTheirTenantsShare() {
        Map<Tenant, Rate> limits = GroupLimits.of(
                DISK,
                List.of(
                        contender(GOLD, 4, "60m", true, "10m", Rate.UNLIMITED),
                        contender(BRONZE, 1, "5m", true, "40m", Rate.UNLIMITED)));
        assertThat(limits.get(GOLD)).isEqualTo(Rate.parse("20m"));
        assertThat(limits.get(BRONZE)).isEqualTo(Rate.parse("15m"));
    }

    @Test
    void whatATenantDoesNotWant_theOthersExecutorsMayTake() {
        Map<Tenant, Rate> limits = GroupLimits.of(
                DISK,
                List.of(
                        contender(GOLD, 4, "30m", false, "0", Rate.UNLIMITED),
                        contender(BRONZE, 1, "0", false, "20m", Rate.parse("20m"))));
        assertThat(limits.get(BRONZE)).isEqualTo(Rate.parse("70m"));
    }

    @Test
    void nobodyIsHeldBack_whoHasTheDiskForHimself_orWhileNothingIsKnownOfIt() {
        Contender alone = contender(GOLD, 4, "30m", true, "60m", Rate.parse("10m"));
        assertThat(GroupLimits.of(DISK, List.of(alone))).containsEntry(GOLD, Rate.UNLIMITED);
        assertThat(GroupLimits.of(Rate.ZERO, List.of(alone, contender(BRONZE, 1, "0", true, "1m", Rate.UNLIMITED))))
                .containsEntry(BRONZE, Rate.UNLIMITED);
    }

    /** The next limit of a tenant that is due 20m. */
    private static Rate next(double local, Rate limit) {
        Rate moved = Rate.ofBytesPerSecond(Math.round(local));
        return GroupLimits.of(
                        DISK,
                        List.of(
                                contender(GOLD, 4, "60m", true, "10m", Rate.UNLIMITED),
                                new Contender(BRONZE, 1, Rate.ZERO, true, moved, limit)))
                .get(BRONZE);
    }

    @Test
    void executorsThatReadAndWriteAtOnce_moveNoMoreThanIsLeft() {
        Rate limit = Rate.UNLIMITED;
        double local = 0;
        for (int second = 0; second < 60; second++) {
            limit = next(local, limit);
            local += (2.0 * limit.bytesPerSecond() - local) * MEAN_IN_A_SECOND;
        }
        assertThat(local / Rate.parse("20m").bytesPerSecond()).isBetween(0.98, 1.02);
    }

    @Test
    void executorsThatOnlyWriteAgain_getAllThatIsLeft() {
        Rate limit = Rate.parse("10m");
        double local = Rate.parse("20m").bytesPerSecond();
        for (int second = 0; second < 60; second++) {
            limit = next(local, limit);
            local += (limit.bytesPerSecond() - local) * MEAN_IN_A_SECOND;
        }
        assertThat(limit).isEqualTo(Rate.parse("20m"));
    }

    @Test
    void nobodyIsHeldSoThatItSeemsDead() {
        Map<Tenant, Rate> limits = GroupLimits.of(
                DISK,
                List.of(
                        contender(GOLD, 1_000, "99m", true, "0", Rate.UNLIMITED),
                        contender(BRONZE, 1, "1m", true, "50m", Rate.UNLIMITED)));
        assertThat(limits.get(BRONZE)).isEqualTo(GroupLimits.LEAST);
    }
}
