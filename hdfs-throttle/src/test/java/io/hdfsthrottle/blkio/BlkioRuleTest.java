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

    private static BlkioRule backstop(TenantActivity tenant) {
        return BlkioRule.of(BlkioMode.BACKSTOP, false, tenant);
    }

    @Test
    void tenantThatPacingDoesNotHold_isNotHeldByTheBackstop() {
        BlkioRule rule = backstop(new HeldVolume(BY_WEIGHT).moved(4096).tenant());
        assertThat(rule.limit()).isEqualTo(Rate.UNLIMITED);
        assertThat(rule.holds()).isFalse();
    }

    @Test
    void tenantThatPacingHolds_hasTheBackstopAtTwiceItsRate() {
        TenantActivity tenant =
                new HeldVolume(BY_WEIGHT).backlogged().backlogged().tenant();
        assertThat(tenant.backlogged()).isTrue();
        assertThat(backstop(tenant).limit().bytesPerSecond())
                .isGreaterThanOrEqualTo(2 * HeldVolume.CAPACITY.bytesPerSecond())
                .isLessThan(3 * HeldVolume.CAPACITY.bytesPerSecond());
        assertThat(backstop(tenant).holds()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"20m, 40m", "1, 4m", "4m, 8m"})
    void configuredLimit_hasTheBackstopAtTwiceIt_andNeverBelowFourMebibytes(String limit, String backstop) {
        TenantActivity tenant = new HeldVolume(limited(GOLD, limit)).moved(4096).tenant();
        assertThat(backstop(tenant).limit()).isEqualTo(Rate.parse(backstop));
    }

    @Test
    void enforcedLimit_isTheRate_andHoldsInsteadOfPacing() {
        BlkioRule rule = BlkioRule.of(
                BlkioMode.ENFORCE,
                false,
                new HeldVolume(limited(GOLD, "20m")).moved(4096).tenant());
        assertThat(rule.limit()).isEqualTo(Rate.parse("20m"));
        assertThat(rule.holds()).isTrue();
    }

    @Test
    void limitAboveTheShare_leavesTheShareToPacing_exceptWithBfq() {
        TenantActivity tenant =
                new HeldVolume(limited(GOLD, "100m")).backlogged().tenant();
        assertThat(BlkioRule.of(BlkioMode.ENFORCE, false, tenant).holds()).isFalse();
        assertThat(BlkioRule.of(BlkioMode.ENFORCE, true, tenant).holds()).isTrue();
    }

    @Test
    void beforeTheFirstTick_theConfiguredLimitIsAllThatIsKnown() {
        assertThat(BlkioRule.atFirst(BlkioMode.ENFORCE, limited(GOLD, "20m"))).isEqualTo(Rate.parse("20m"));
        assertThat(BlkioRule.atFirst(BlkioMode.BACKSTOP, limited(GOLD, "20m"))).isEqualTo(Rate.parse("40m"));
        assertThat(BlkioRule.atFirst(BlkioMode.BACKSTOP, Terms.ofWeight(GOLD, 8)))
                .isEqualTo(Rate.UNLIMITED);
        assertThat(BlkioRule.atFirst(BlkioMode.ENFORCE, limited(Tenant.REPLICATION, "1m")))
                .isEqualTo(Rate.UNLIMITED);
    }

    @Test
    void tenantWithoutALimit_isEnforcedByWeightAlone() {
        TenantActivity tenant = new HeldVolume(BY_WEIGHT).backlogged().tenant();
        assertThat(BlkioRule.of(BlkioMode.ENFORCE, true, tenant).limit()).isEqualTo(Rate.UNLIMITED);
        assertThat(BlkioRule.of(BlkioMode.ENFORCE, false, tenant).holds()).isFalse();
    }

    @Test
    void hdfssOwnWork_isNeverLimited() {
        TenantActivity tenant =
                new HeldVolume(limited(Tenant.REPLICATION, "1m")).backlogged().tenant();
        assertThat(backstop(tenant).limit()).isEqualTo(Rate.UNLIMITED);
        assertThat(BlkioRule.of(BlkioMode.ENFORCE, false, tenant).limit()).isEqualTo(Rate.UNLIMITED);
    }

    @ParameterizedTest
    @CsvSource({"50, 50, 1000", "25, 50, 500", "1e-6, 1e6, 1", "1e6, 1e6, 1000"})
    void weights_areInProportionToTheHeaviest_withinWhatBfqTakes(double weight, double heaviest, int bfq) {
        assertThat(BlkioRule.weight(weight, heaviest)).isEqualTo(bfq);
    }
}
