package io.hdfsthrottle.bench.scenario.scale;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The disks of a simulated DataNode, each of which is wanted whole by every tenant but one that may have nothing to do: it gives them its capacity by the
 * weights that the node was told, as the hook does. Not thread-safe.
 */
final class FullDisks {

    private static final int VOLUMES = 4;
    private static final long CAPACITY = 150_000_000;

    private final String node;
    private final double[][] moved = new double[VOLUMES][Load.TENANTS];
    private long untilMillis;

    FullDisks(String node) {
        this.node = node;
    }

    /**
     * What they did until now.
     *
     * @param grant what the node was told
     * @param idle the tenant that has nothing to do; -1 for none
     * @param millis since the node started
     */
    List<VolumeUsage> usage(Grant grant, int idle, long millis) {
        double seconds = (millis - untilMillis) / 1e3;
        untilMillis = millis;
        return IntStream.range(0, VOLUMES)
                .mapToObj(volume -> volume(volume, grant, idle, seconds, millis))
                .toList();
    }

    private VolumeUsage volume(int number, Grant grant, int idle, double seconds, long millis) {
        String volume = "DS-" + node + "-" + number;
        double[] weights = IntStream.range(0, Load.TENANTS)
                .mapToDouble(tenant ->
                        grant.terms(volume, Tenant.named(Load.tenant(tenant))).weight())
                .toArray();
        double sum = IntStream.range(0, Load.TENANTS)
                .filter(tenant -> tenant != idle)
                .mapToDouble(tenant -> weights[tenant])
                .sum();
        List<TenantUsage> usages = IntStream.range(0, Load.TENANTS)
                .mapToObj(tenant -> {
                    boolean busy = tenant != idle;
                    double rate = busy ? CAPACITY * weights[tenant] / sum : 0;
                    moved[number][tenant] += rate * seconds;
                    return TenantUsage.of(
                            Tenant.named(Load.tenant(tenant)),
                            weights[tenant],
                            (long) moved[number][tenant],
                            Rate.ofBytesPerSecond((long) rate),
                            Rate.ofBytesPerSecond((long) (CAPACITY * weights[tenant] / sum)),
                            busy,
                            Duration.ofMillis(millis / 1_000));
                })
                .toList();
        return VolumeUsage.of(volume, Rate.ofBytesPerSecond(CAPACITY), usages);
    }
}
