package io.hdfsthrottle.coordinator.cause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class DiskCausesTest {
    private static TenantUsage random(int tenant, Random random) {
        Rate limit = random.nextBoolean() ? Rate.UNLIMITED : Rate.ofBytesPerSecond(1 + random.nextInt(200));
        Rate reservation = random.nextBoolean() ? Rate.ZERO : Rate.ofBytesPerSecond(random.nextInt(200));
        return TenantUsage.of(
                        Tenant.named("t" + tenant),
                        Math.pow(10, random.nextInt(7) - 3),
                        0,
                        Rate.ofBytesPerSecond(random.nextInt(150)),
                        Rate.ofBytesPerSecond(random.nextInt(150)),
                        random.nextBoolean(),
                        Duration.ZERO)
                .limitedTo(limit)
                .reserving(reservation);
    }

    @Test
    void parts_addUpToOne_whateverADiskReports() {
        long seed = Long.getLong("seed", 1);
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            List<TenantUsage> tenants = new ArrayList<>();
            for (int tenant = 0; tenant <= random.nextInt(5); tenant++) {
                tenants.add(random(tenant, random));
            }
            VolumeUsage disk = VolumeUsage.of("DS-1", Rate.ofBytesPerSecond(random.nextInt(200)), tenants);
            ClusterFacts facts = ClusterFacts.of(
                    Stream.of(disk, VolumeUsage.of("DS-2", Rate.ofBytesPerSecond(random.nextInt(300)), List.of())),
                    Map.of(Tenant.named("t0"), 0.5 + random.nextInt(3)),
                    tenant -> 1);
            Map<WaitCause, Double> parts =
                    DiskCauses.of(disk, tenants.get(0), facts, random.nextInt(200) - 50, random.nextInt(9));
            assertThat(parts.values())
                    .as("seed %d, round %d", seed, round)
                    .allMatch(part -> part > 0 && part <= 1 + 1e-9);
            assertThat(parts.values().stream().mapToDouble(Double::doubleValue).sum())
                    .as("seed %d, round %d", seed, round)
                    .isCloseTo(1, within(1e-9));
        }
    }
}
