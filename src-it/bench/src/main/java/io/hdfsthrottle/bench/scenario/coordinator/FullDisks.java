package io.hdfsthrottle.bench.scenario.coordinator;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The disks of a simulated DataNode, on each of which every tenant but an optional idle one has unlimited demand: they
 * divide their capacity by the node's weights, as the hook does. Not thread-safe.
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
     * The disks' usage until now.
     *
     * @param grant the node's grant
     * @param idle the idle tenant; -1 for none
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
        double[] weights = new double[Load.TENANTS];
        double sum = 0;
        for (int tenant = 0; tenant < Load.TENANTS; tenant++) {
            weights[tenant] =
                    grant.terms(volume, Tenant.named(Load.tenant(tenant))).weight();
            sum += tenant == idle ? 0 : weights[tenant];
        }
        List<TenantUsage> usages = new ArrayList<>();
        for (int tenant = 0; tenant < Load.TENANTS; tenant++) {
            boolean busy = tenant != idle;
            double share = CAPACITY * weights[tenant] / sum;
            double rate = busy ? share : 0;
            moved[number][tenant] += rate * seconds;
            usages.add(TenantUsage.of(
                    Tenant.named(Load.tenant(tenant)),
                    weights[tenant],
                    (long) moved[number][tenant],
                    Rate.ofBytesPerSecond((long) rate),
                    Rate.ofBytesPerSecond((long) share),
                    busy,
                    Duration.ofMillis(millis / 1_000)));
        }
        return VolumeUsage.of(volume, Rate.ofBytesPerSecond(CAPACITY), usages);
    }
}
