package io.hdfsthrottle.blkio;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.unit.Rate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BlkioRuleTest {

    private static final Tenant GOLD = Tenant.named("gold");
    private static final Terms BY_WEIGHT = Terms.ofWeight(GOLD, 8);

    private static Terms limited(Tenant tenant, String limit) {
        return Terms.of(tenant, 8, Rate.ZERO, Rate.parse(limit));
    }

    @Test
    void tenantThatPacingDoesNotHold_isNotHeldByTheBackstop() {
        assertThat(BlkioRule.of(new HeldVolume(BY_WEIGHT).moved(4096).tenant())).isEqualTo(Rate.UNLIMITED);
    }

    @Test
    void tenantThatPacingHolds_hasTheBackstopAtTwiceItsRate() {
        TenantActivity tenant =
                new HeldVolume(BY_WEIGHT).backlogged().backlogged().tenant();
        assertThat(tenant.backlogged()).isTrue();
        assertThat(BlkioRule.of(tenant).bytesPerSecond())
                .isGreaterThanOrEqualTo(2 * HeldVolume.CAPACITY.bytesPerSecond())
                .isLessThan(3 * HeldVolume.CAPACITY.bytesPerSecond());
    }

    @ParameterizedTest
    @CsvSource({"20m, 40m", "1, 4m", "4m, 8m"})
    void configuredLimit_hasTheBackstopAtTwiceIt_andNeverBelowFourMebibytes(String limit, String backstop) {
        TenantActivity tenant = new HeldVolume(limited(GOLD, limit)).moved(4096).tenant();
        assertThat(BlkioRule.of(tenant)).isEqualTo(Rate.parse(backstop));
    }

    @Test
    void beforeTheFirstTick_theConfiguredLimitIsAllThatIsKnown() {
        assertThat(BlkioRule.atFirst(limited(GOLD, "20m"))).isEqualTo(Rate.parse("40m"));
        assertThat(BlkioRule.atFirst(Terms.ofWeight(GOLD, 8))).isEqualTo(Rate.UNLIMITED);
        assertThat(BlkioRule.atFirst(limited(Tenant.REPLICATION, "1m"))).isEqualTo(Rate.UNLIMITED);
    }

    @Test
    void hdfssOwnWork_isNeverLimited() {
        TenantActivity tenant =
                new HeldVolume(limited(Tenant.REPLICATION, "1m")).backlogged().tenant();
        assertThat(BlkioRule.of(tenant)).isEqualTo(Rate.UNLIMITED);
    }
}
