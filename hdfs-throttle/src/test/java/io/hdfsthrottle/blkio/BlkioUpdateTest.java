package io.hdfsthrottle.blkio;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.FakeKernel;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.unit.Rate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class BlkioUpdateTest {

    private static final Tenant GOLD = Tenant.named("gold");
    private static final String LIMIT = "blkio.throttle.read_bps_device";

    private final FakeKernel kernel = FakeKernel.withBlkio();
    private final BlkioTree tree = BlkioTree.find(kernel, FakeKernel.CGROUPS, Path.of("/proc"), "dn", 1)
            .orElseThrow();
    private final TenantGroup group = new TenantGroup(tree.group("gold"));
    private final Map<String, BlkioPlace> places = new HashMap<>();
    private final HandSetTicker ticker = new HandSetTicker();
    private String scheduler = "none";
    private boolean strict = true;

    @BeforeEach
    void makeTheGroup() {
        assertThat(tree.make(group.group())).isEqualTo(Outcome.DONE);
        places.put("DS-1", BlkioPlace.on(new BlkioDisk() {
            @Override
            public String number() {
                return "7:0";
            }

            @Override
            public String scheduler() {
                return scheduler;
            }

            @Override
            public boolean keepsWeights() {
                return strict && scheduler.equals("bfq");
            }
        }));
    }

    private void apply(BlkioMode mode, boolean readsAhead, HeldVolume volume) {
        new BlkioUpdate(mode, readsAhead, ticker).apply(List.of(volume.activity()), places, Map.of(GOLD, group));
    }

    private static Terms limited(String limit) {
        return Terms.of(GOLD, 8, Rate.ZERO, Rate.parse(limit));
    }

    private String content(String file) {
        return kernel.read(group.group().folder().resolve(file)).orElseThrow();
    }

    @Test
    void enforcedLimit_isTold_andPacingIsTold() {
        apply(BlkioMode.ENFORCE, false, new HeldVolume(limited("20m")).moved(4096));
        assertThat(content(LIMIT)).isEqualTo("7:0 20971520");
        assertThat(group.hold("DS-1").holds()).isTrue();
    }

    @Test
    void sameLimit_isToldOnce_aNewOneAtOnce_noneLifts() {
        HeldVolume volume = new HeldVolume(limited("20m")).moved(4096);
        apply(BlkioMode.ENFORCE, false, volume);
        apply(BlkioMode.ENFORCE, false, volume.moved(4096));
        assertThat(kernel.written()).hasSize(1);
        apply(BlkioMode.ENFORCE, false, volume.on(limited("21m")).moved(4096));
        assertThat(content(LIMIT)).isEqualTo("7:0 22020096");
        apply(BlkioMode.ENFORCE, false, volume.on(Terms.ofWeight(GOLD, 8)).moved(4096));
        assertThat(content(LIMIT)).isEqualTo("7:0 0");
        assertThat(group.hold("DS-1").holds()).isFalse();
    }

    @Test
    void tenantThatTheDiskKeepsFromItsLimit_isLimitedLess_untilItHasWhatItMissed() {
        HeldVolume volume = new HeldVolume(limited("20m")).moved(4096);
        apply(BlkioMode.ENFORCE, false, volume);
        ticker.advance(Duration.ofMillis(250));
        apply(BlkioMode.ENFORCE, false, volume.moved(4 << 20));
        assertThat(content(LIMIT)).isEqualTo("7:0 " + (22 << 20));
        ticker.advance(Duration.ofMillis(250));
        apply(BlkioMode.ENFORCE, false, volume.moved(6 << 20));
        assertThat(content(LIMIT)).isEqualTo("7:0 " + (20 << 20));
    }

    @Test
    void backstopThatChangesALittle_isLeftAsItIs() {
        HeldVolume volume = new HeldVolume(limited("20m")).moved(4096);
        apply(BlkioMode.BACKSTOP, false, volume);
        apply(BlkioMode.BACKSTOP, false, volume.on(limited("21m")).moved(4096));
        assertThat(content(LIMIT)).isEqualTo("7:0 41943040");
        apply(BlkioMode.BACKSTOP, false, volume.on(limited("30m")).moved(4096));
        assertThat(content(LIMIT)).isEqualTo("7:0 62914560");
        assertThat(group.hold("DS-1").holds()).isFalse();
    }

    @Test
    void whereTheHostReadsAhead_pacingGoesOnHolding() {
        apply(BlkioMode.ENFORCE, true, new HeldVolume(limited("20m")).moved(4096));
        assertThat(group.hold("DS-1").holds()).isFalse();
    }

    @Test
    void bfqThatDoesNotKeepToWeights_isToldNone_andPacingGoesOn() {
        scheduler = "bfq";
        strict = false;
        apply(BlkioMode.ENFORCE, false, new HeldVolume(Terms.ofWeight(GOLD, 8)).moved(4096));
        assertThat(content("blkio.bfq.weight")).isEmpty();
        assertThat(group.hold("DS-1").holds()).isFalse();
    }

    @Test
    void weight_isToldWhereTheSchedulerIsBfq_alsoOnceItIs() {
        HeldVolume volume = new HeldVolume(Terms.ofWeight(GOLD, 8)).moved(4096);
        apply(BlkioMode.ENFORCE, false, volume);
        assertThat(content("blkio.bfq.weight")).isEmpty();
        scheduler = "bfq";
        apply(BlkioMode.ENFORCE, false, volume);
        assertThat(content("blkio.bfq.weight")).isEqualTo("1000");
        assertThat(group.hold("DS-1").holds()).isTrue();
        apply(BlkioMode.BACKSTOP, false, volume);
        assertThat(group.hold("DS-1").holds()).isFalse();
    }

    @Test
    void diskThatTakesNoLimitAnyMore_isLeftToPacing() {
        kernel.refusing(group.group().folder().resolve(LIMIT), Outcome.ABSENT);
        apply(BlkioMode.ENFORCE, false, new HeldVolume(limited("20m")).moved(4096));
        assertThat(places.get("DS-1").disk()).isEmpty();
        assertThat(group.hold("DS-1").holds()).isFalse();
    }
}
