package io.hdfsthrottle.blkio;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.FakeKernel;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.unit.Rate;
import java.nio.file.Path;
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

    @BeforeEach
    void makeTheGroup() {
        assertThat(tree.make(group.group())).isEqualTo(Outcome.DONE);
        places.put("DS-1", BlkioPlace.on("7:0"));
    }

    private void apply(HeldVolume volume) {
        BlkioUpdate.apply(List.of(volume.activity()), places, Map.of(GOLD, group));
    }

    private static Terms limited(String limit) {
        return Terms.of(GOLD, 8, Rate.ZERO, Rate.parse(limit));
    }

    private String content(String file) {
        return kernel.read(group.group().folder().resolve(file)).orElseThrow();
    }

    @Test
    void sameLimit_isToldOnce_noneLifts() {
        HeldVolume volume = new HeldVolume(limited("20m")).moved(4096);
        apply(volume);
        apply(volume.moved(4096));
        assertThat(kernel.written()).hasSize(1);
        apply(volume.on(Terms.ofWeight(GOLD, 8)).moved(4096));
        assertThat(content(LIMIT)).isEqualTo("7:0 0");
    }

    @Test
    void backstopThatChangesALittle_isLeftAsItIs() {
        HeldVolume volume = new HeldVolume(limited("20m")).moved(4096);
        apply(volume);
        apply(volume.on(limited("21m")).moved(4096));
        assertThat(content(LIMIT)).isEqualTo("7:0 41943040");
        apply(volume.on(limited("30m")).moved(4096));
        assertThat(content(LIMIT)).isEqualTo("7:0 62914560");
    }

    @Test
    void diskThatTakesNoLimitAnyMore_isLeftToPacing() {
        kernel.refusing(group.group().folder().resolve(LIMIT), Outcome.ABSENT);
        apply(new HeldVolume(limited("20m")).moved(4096));
        assertThat(places.get("DS-1").disk()).isEmpty();
    }
}
