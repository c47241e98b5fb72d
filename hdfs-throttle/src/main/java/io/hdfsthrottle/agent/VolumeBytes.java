package io.hdfsthrottle.agent;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.DiskState;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The bytes that tenants moved on volumes whose disk is called by another volume: a disk has one queue, and so one
 * capacity and one set of shares, but each volume its own bytes. Thread-safe.
 */
final class VolumeBytes {

    private static final Entitlement TOLD_ELSEWHERE = new Entitlement(Rate.ZERO, Rate.ZERO);

    private final Map<String, Map<Tenant, LongAdder>> moved = new ConcurrentHashMap<>();

    /** The counter of a tenant of the disk's queue, on that volume. */
    LongAdder of(String volume, Tenant tenant) {
        return moved.computeIfAbsent(volume, first -> new ConcurrentHashMap<>())
                .computeIfAbsent(tenant, first -> new LongAdder());
    }

    void forget(String volume) {
        moved.remove(volume);
    }

    /** The activity of a disk, followed by that of its further volumes, in which bytes and nothing else count. */
    List<VolumeActivity> divide(VolumeActivity disk, List<String> further) {
        if (further.isEmpty()) {
            return List.of(disk);
        }
        List<TenantActivity> first = new ArrayList<>();
        List<List<TenantActivity>> others = new ArrayList<>();
        further.forEach(volume -> others.add(new ArrayList<>()));
        for (TenantActivity tenant : disk.tenants()) {
            long elsewhere = 0;
            for (int i = 0; i < further.size(); i++) {
                LongAdder counted = moved.getOrDefault(further.get(i), Map.of())
                        .get(tenant.terms().tenant());
                if (counted != null) {
                    long bytes = counted.sum();
                    elsewhere += bytes;
                    others.get(i)
                            .add(TenantActivity.of(tenant.terms(), TOLD_ELSEWHERE)
                                    .moved(bytes, 0)
                                    .waits(tenant.waitLimit().toNanos(), Duration.ZERO)
                                    .build());
                }
            }
            first.add(elsewhere == 0 ? tenant : tenant.without(elsewhere));
        }
        List<VolumeActivity> all = new ArrayList<>();
        all.add(VolumeActivity.of(disk.volume(), disk.disk(), first));
        for (int i = 0; i < further.size(); i++) {
            all.add(VolumeActivity.of(further.get(i), DiskState.SHARED, others.get(i)));
        }
        return all;
    }
}
