package io.hdfsthrottle.layer;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.pace.TenantPace;
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

    private static BlkioRule backstop(TenantPace pace) {
        return BlkioRule.of(BlkioMode.BACKSTOP, false, pace);
    }

    @Test
    void tenantThatPacingDoesNotHold_isNotHeldByTheBackstop() {
        BlkioRule rule = backstop(new HeldVolume(BY_WEIGHT).moved(4096).pace());
        assertThat(rule.limit()).isEqualTo(Rate.UNLIMITED);
        assertThat(rule.holds()).isFalse();
    }

    @Test
    void tenantThatPacingHolds_hasTheBackstopAtTwiceItsRate() {
        TenantPace pace = new HeldVolume(BY_WEIGHT).backlogged().backlogged().pace();
        assertThat(pace.backlogged()).isTrue();
        assertThat(backstop(pace).limit().bytesPerSecond())
                .isGreaterThanOrEqualTo(2 * HeldVolume.CAPACITY.bytesPerSecond())
                .isLessThan(3 * HeldVolume.CAPACITY.bytesPerSecond());
        assertThat(backstop(pace).holds()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"20m, 40m", "1, 4m", "4m, 8m"})
    void configuredLimit_hasTheBackstopAtTwiceIt_andNeverBelowFourMebibytes(String limit, String backstop) {
        TenantPace pace = new HeldVolume(limited(GOLD, limit)).moved(4096).pace();
        assertThat(backstop(pace).limit()).isEqualTo(Rate.parse(backstop));
    }

    @Test
    void enforcedLimit_isTheRate_andHoldsInsteadOfPacing() {
        BlkioRule rule = BlkioRule.of(
                BlkioMode.ENFORCE,
                false,
                new HeldVolume(limited(GOLD, "20m")).moved(4096).pace());
        assertThat(rule.limit()).isEqualTo(Rate.parse("20m"));
        assertThat(rule.holds()).isTrue();
    }

    @Test
    void limitAboveTheShare_leavesTheShareToPacing_exceptWithBfq() {
        TenantPace pace = new HeldVolume(limited(GOLD, "100m")).backlogged().pace();
        assertThat(BlkioRule.of(BlkioMode.ENFORCE, false, pace).holds()).isFalse();
        assertThat(BlkioRule.of(BlkioMode.ENFORCE, true, pace).holds()).isTrue();
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
        TenantPace pace = new HeldVolume(BY_WEIGHT).backlogged().pace();
        assertThat(BlkioRule.of(BlkioMode.ENFORCE, true, pace).limit()).isEqualTo(Rate.UNLIMITED);
        assertThat(BlkioRule.of(BlkioMode.ENFORCE, false, pace).holds()).isFalse();
    }

    @Test
    void hdfssOwnWork_isNeverLimited() {
        TenantPace pace =
                new HeldVolume(limited(Tenant.REPLICATION, "1m")).backlogged().pace();
        assertThat(backstop(pace).limit()).isEqualTo(Rate.UNLIMITED);
        assertThat(BlkioRule.of(BlkioMode.ENFORCE, false, pace).limit()).isEqualTo(Rate.UNLIMITED);
    }

    @ParameterizedTest
    @CsvSource({"50, 50, 1000", "25, 50, 500", "1e-6, 1e6, 1", "1e6, 1e6, 1000"})
    void weights_areInProportionToTheHeaviest_withinWhatBfqTakes(double weight, double heaviest, int bfq) {
        assertThat(BlkioRule.weight(weight, heaviest)).isEqualTo(bfq);
    }
}
