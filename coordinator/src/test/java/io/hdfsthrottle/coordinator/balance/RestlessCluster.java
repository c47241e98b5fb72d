package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Nodes that measure as real ones do: rates are means, a tenant that uses nearly all of its share counts as held back,
 * capacities are found out. As long as it is restless, nodes restart, hosts are busy, and reports and terms are late or
 * lost.
 */
final class RestlessCluster extends ModelCluster {
    /** The part of its share that a tenant must use to count as held back. */
    private static final double NEARLY = 0.9;

    private static final double FOLLOWING = -Math.expm1(-1);
    /** After so many seconds without it, a tenant has left. */
    private static final int LEFT = 3;

    private static final Duration ANSWERING = Duration.ofSeconds(3);
    private static final double MB = 1e6;

    private final SplittableRandom random;
    private final Host[] hosts;
    boolean restless;

    /** What may happen to a node. */
    private enum Trouble {
        DOWN,
        BUSY,
        LATE,
        LOST,
        DEAF
    }

    /** A report, and when it was made. */
    private record Said(long second, long confirmed, List<VolumeUsage> volumes) {}

    /** A node's state beside its terms. */
    private static final class Host {
        private final double capacity;

        /** What is found out of the disk; one that seeks gives less. */
        private final double told;

        private final boolean configured;
        private final Map<Trouble, Long> until = new EnumMap<>(Trouble.class);
        private final Map<Tenant, Double> means = new TreeMap<>();
        private final Map<Tenant, Long> used = new TreeMap<>();
        private final List<Said> said = new ArrayList<>();
        private Said heard;
        private int late;
        private long startedAt;

        private Host(double capacity, SplittableRandom random) {
            this.capacity = capacity;
            this.configured = random.nextBoolean();
            this.told = configured ? capacity : capacity * (1 + random.nextDouble());
        }
    }

    private RestlessCluster(SplittableRandom random, double... capacities) {
        super(capacities);
        this.random = random;
        hosts = new Host[capacities.length];
        for (int v = 0; v < hosts.length; v++) {
            hosts[v] = new Host(capacities[v], random);
        }
    }

    /** A few disks and tenants of any pace, on some or all of them. */
    static RestlessCluster drawn(SplittableRandom random) {
        double[] capacities = new double[2 + random.nextInt(3)];
        for (int v = 0; v < capacities.length; v++) {
            capacities[v] = (50 + random.nextInt(150)) * MB;
        }
        RestlessCluster cluster = new RestlessCluster(random, capacities);
        for (int i = 2 + random.nextInt(4); i > 0; i--) {
            double[] wants = new double[capacities.length];
            cluster.tenant("t" + i, 1 + random.nextInt(10), wants);
            for (int v = 0; v < wants.length; v++) {
                wants[v] = cluster.anyPace();
            }
        }
        return cluster;
    }

    private double anyPace() {
        return switch (random.nextInt(3)) {
            case 0 -> 0;
            case 1 -> random.nextInt(60) * MB;
            default -> ALL;
        };
    }

    @Override
    void step() {
        for (int v = 0; v < hosts.length; v++) {
            disturb(v, hosts[v]);
        }
        super.step();
    }

    private boolean has(Host host, Trouble trouble) {
        return second < host.until.getOrDefault(trouble, 0L);
    }

    private void disturb(int disk, Host host) {
        if (!restless) {
            host.until.clear();
        } else if (random.nextInt(4) == 0) {
            int which = random.nextInt(Trouble.values().length + 1);
            if (which < Trouble.values().length) {
                host.until.put(Trouble.values()[which], second + 2 + random.nextInt(3));
                host.late = 1 + random.nextInt(3);
            } else {
                List.copyOf(wants.values()).get(random.nextInt(wants.size()))[disk] = anyPace();
            }
        }
        capacities[disk] = host.capacity * (has(host, Trouble.BUSY) ? 0.3 + 0.7 * random.nextDouble() : 1);
        if (has(host, Trouble.DOWN)) {
            restart(disk);
            host.means.clear();
            host.said.clear();
            host.startedAt = second + 1;
            capacities[disk] = 1;
        }
    }

    /** What the node measures and says of that second. */
    @Override
    VolumeUsage divide(int disk) {
        VolumeUsage exact = super.divide(disk);
        Host host = hosts[disk];
        double level = 0;
        for (TenantUsage tenant : exact.tenants()) {
            double got = tenant.rate().bytesPerSecond();
            level = tenant.backlogged() ? Math.max(level, got / tenant.weight()) : level;
        }
        boolean unknown = !host.configured && second < host.startedAt + 2;
        double measured = host.told * (host.configured ? 1 : 0.97 + 0.06 * random.nextDouble());
        List<TenantUsage> usages = new ArrayList<>();
        for (Tenant tenant : wants.keySet()) {
            double got = wants.get(tenant)[disk] > 0 ? this.got.get(tenant)[disk] : 0;
            double mean = host.means.getOrDefault(tenant, 0.0);
            if (got > 0) {
                host.used.put(tenant, second);
            }
            boolean left = second - host.used.getOrDefault(tenant, 0L) >= LEFT;
            mean = left ? 0 : mean + (got - mean) * FOLLOWING;
            host.means.put(tenant, mean);
            double weight = terms(disk, tenant).weight();
            boolean held = level > 0 && got > 0 && got >= NEARLY * weight * level;
            held &= !has(host, Trouble.BUSY) || random.nextBoolean();
            if (mean > 0) {
                Rate rate = Rate.ofBytesPerSecond((long) mean);
                Rate due = unknown ? Rate.UNLIMITED : Rate.ofBytesPerSecond((long) (got * measured / capacities[disk]));
                usages.add(TenantUsage.of(tenant, weight, 0, rate, due, held, Duration.ZERO));
            }
        }
        return VolumeUsage.of("v", unknown ? null : Rate.ofBytesPerSecond((long) measured), usages);
    }

    @Override
    void report(int disk, VolumeUsage usage) {
        Host host = hosts[disk];
        if (!has(host, Trouble.DOWN)) {
            host.said.add(new Said(second, confirmed(disk), List.of(usage)));
        }
        long latest = second - (has(host, Trouble.LATE) ? host.late : 0);
        for (Said each : host.said) {
            if (each.second <= latest && !has(host, Trouble.LOST)) {
                host.heard = each;
            }
        }
        if (host.heard != null) {
            Duration age = Duration.ofSeconds(second - host.heard.second);
            boolean answering = age.compareTo(ANSWERING) <= 0;
            String node = "n" + disk;
            reports.put(node, new NodeDemand(node, age, answering, host.heard.confirmed, host.heard.volumes));
        }
    }

    @Override
    boolean isTold(int disk) {
        return !has(hosts[disk], Trouble.DOWN) && !has(hosts[disk], Trouble.DEAF);
    }
}
