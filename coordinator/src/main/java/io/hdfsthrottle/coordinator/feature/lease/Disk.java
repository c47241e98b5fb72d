package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.node.DiskKind;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.DiskFacts;
import io.hdfsthrottle.usage.DrainFacts;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A disk of a node, and its last known state. Immutable.
 *
 * @param device its major and minor number; empty if its node does not report it; what else lies on the disk is then
 *     unknown
 * @param rate its observed throughput; the largest of several volumes
 * @param use the current throughput of each tenant on it, bytes per second; idle tenants are left out
 * @param drain by storage id, what is left on those of its volumes that its node drains
 * @param seen when it was reported last, seconds since 1970
 * @param trouble why it cannot be used; empty if it can
 */
record Disk(
        DiskName name,
        Optional<String> device,
        DiskKind kind,
        OptionalLong bytes,
        Optional<Rate> rate,
        Map<Tenant, Long> use,
        Map<String, DrainFacts> drain,
        long seen,
        String trouble) {
    Disk {
        use = Collections.unmodifiableMap(new TreeMap<>(use));
        drain = Map.copyOf(drain);
    }

    /** The disk of these volumes, which share a device or are one alone. */
    static Disk of(String node, List<VolumeUsage> volumes, long now) {
        Map<Tenant, Long> use = new TreeMap<>();
        for (VolumeUsage volume : volumes) {
            for (TenantUsage usage : volume.tenants()) {
                if (usage.rate().bytesPerSecond() > 0) {
                    use.merge(usage.tenant(), usage.rate().bytesPerSecond(), Math::addExact);
                }
            }
        }
        Map<String, DrainFacts> drain = new TreeMap<>();
        volumes.forEach(volume -> volume.drain().ifPresent(left -> drain.put(volume.volume(), left)));
        VolumeUsage first = volumes.get(0);
        return new Disk(
                new DiskName(node, volumes.stream().map(VolumeUsage::volume).toList()),
                first.device().map(Object::toString),
                first.device().map(DiskKind::of).orElse(DiskKind.UNKNOWN),
                first.device().map(DiskFacts::bytes).orElse(OptionalLong.empty()),
                volumes.stream().flatMap(volume -> volume.capacity().stream()).max(Rate::compareTo),
                use,
                drain,
                now,
                "");
    }

    Disk troubled(String why) {
        return new Disk(name, device, kind, bytes, rate, Map.of(), Map.of(), seen, why);
    }

    /** Whether it can be leased. */
    boolean isLeasable() {
        return trouble.isEmpty() && device.isPresent();
    }

    /** What is left on all of these volumes of it together; empty if its node does not report it for one of them. */
    Optional<DrainFacts> left(DiskName leased) {
        return drain.keySet().containsAll(leased.volumes())
                ? leased.volumes().stream().map(drain::get).reduce(DrainFacts::and)
                : Optional.empty();
    }

    /** The throughput of tenants other than this one on it, bytes per second. */
    long useBesides(Tenant tenant) {
        return use.entrySet().stream()
                .filter(each -> !each.getKey().equals(tenant))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
