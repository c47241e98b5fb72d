package io.hdfsthrottle.bench.scenario.coordinator;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import io.hdfsthrottle.usage.DiskFacts;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The disks of a simulated DataNode, on each of which every tenant but an optional idle one has unlimited demand: they
 * divide their capacity by the node's weights, as the hook does. Not thread-safe.
 */
final class FullDisks {

    static final List<Tenant> TENANTS =
            IntStream.range(0, 6).mapToObj(i -> Tenant.named("tenant-" + i)).toList();

    static final int VOLUMES = 4;

    private static final long BYTES = 4_000_000_000_000L;
    private static final Rate CAPACITY = Rate.ofBytesPerSecond(150_000_000);

    private final String node;
    private final boolean solid;
    private final Ticker ticker;
    private final double[][] moved = new double[VOLUMES][TENANTS.size()];
    private final long begun;
    private long until;

    FullDisks(String node, boolean solid, Ticker ticker) {
        this.node = node;
        this.solid = solid;
        this.ticker = ticker;
        begun = ticker.nanos();
        until = begun;
    }

    /** The usage until now, by that grant; the idle tenant is -1 for none. */
    List<VolumeUsage> usage(Grant grant, int idle) {
        double seconds = (ticker.nanos() - until) / 1e9;
        until += (long) (seconds * 1e9);
        return IntStream.range(0, VOLUMES)
                .mapToObj(number -> volume("DS-" + node + "-" + number, moved[number], grant, idle, seconds)
                        .on(DiskFacts.of("8:" + 16 * number, Optional.of(!solid), OptionalLong.of(BYTES))))
                .toList();
    }

    private VolumeUsage volume(String volume, double[] bytes, Grant grant, int idle, double seconds) {
        double[] weights = TENANTS.stream()
                .mapToDouble(tenant -> grant.terms(volume, tenant).weight())
                .toArray();
        double busy = IntStream.range(0, weights.length)
                .filter(i -> i != idle)
                .mapToDouble(i -> weights[i])
                .sum();
        Duration waited = Duration.ofNanos((until - begun) / 1_000);
        List<TenantUsage> usages = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            double share = CAPACITY.bytesPerSecond() * weights[i] / busy;
            double rate = i == idle ? 0 : share;
            bytes[i] += rate * seconds;
            Rate used = Rate.ofBytesPerSecond((long) rate);
            Rate due = Rate.ofBytesPerSecond((long) share);
            usages.add(TenantUsage.of(TENANTS.get(i), weights[i], (long) bytes[i], used, due, i != idle, waited));
        }
        return VolumeUsage.of(volume, CAPACITY, usages);
    }
}
