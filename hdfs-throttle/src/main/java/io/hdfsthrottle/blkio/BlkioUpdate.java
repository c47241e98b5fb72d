package io.hdfsthrottle.blkio;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sets the limits and weights of the blkio groups from their tenants' entitlements. Used by one thread. */
final class BlkioUpdate {

    /** A backstop need not be exact. */
    private static final double WORTH_TELLING = 0.1;

    /** A limit must be exact, but an error now is corrected later. */
    private static final double WORTH_CORRECTING = 0.03;

    private final BlkioMode mode;
    private final boolean readsAhead;
    private final Ticker ticker;

    BlkioUpdate(BlkioMode mode, boolean readsAhead, Ticker ticker) {
        this.mode = mode;
        this.readsAhead = readsAhead;
        this.ticker = ticker;
    }

    /** A disk that no longer takes a limit is left to pacing from then on. */
    void apply(List<VolumeActivity> volumes, Map<String, BlkioPlace> places, Map<Tenant, TenantGroup> groups) {
        Map<TenantGroup, Map<String, Rate>> limits = new HashMap<>();
        Map<TenantGroup, Double> weights = new HashMap<>();
        long now = ticker.nanos();
        for (VolumeActivity volume : volumes) {
            BlkioPlace place = places.get(volume.volume());
            BlkioDisk disk = place == null ? null : place.disk().orElse(null);
            boolean byWeight = disk != null && place.isSharedByWeight();
            for (TenantActivity tenant : volume.tenants()) {
                TenantGroup group = groups.get(tenant.terms().tenant());
                if (group == null) {
                    continue;
                }
                if (disk == null) {
                    group.hold(volume.volume()).set(false);
                    continue;
                }
                BlkioRule rule = BlkioRule.of(mode, byWeight, tenant);
                // Two volumes may be on one disk, and the kernel knows only the disk.
                limits.computeIfAbsent(group, none -> new HashMap<>())
                        .merge(
                                disk.number(),
                                limit(rule, group.account(volume.volume()), tenant, now),
                                BlkioUpdate::sum);
                group.hold(volume.volume()).set(rule.holds() && !readsAhead);
                if (byWeight && mode == BlkioMode.ENFORCE) {
                    weights.put(group, tenant.terms().weight());
                }
            }
        }
        limits.forEach((group, each) -> each.forEach((disk, rate) -> limit(group, disk, rate, places)));
        double heaviest =
                weights.values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
        weights.forEach((group, weight) -> {
            Outcome unused = group.weigh(BlkioRule.weight(weight, heaviest));
        });
    }

    /** A limit that replaces pacing is corrected so that the tenant reaches it. */
    private Rate limit(BlkioRule rule, LimitAccount account, TenantActivity tenant, long now) {
        boolean exact = mode == BlkioMode.ENFORCE && !rule.limit().isUnlimited();
        return exact ? account.limit(rule.limit(), tenant.charged(), now) : rule.limit();
    }

    private void limit(TenantGroup group, String disk, Rate rate, Map<String, BlkioPlace> places) {
        Outcome told = group.limit(disk, rate, mode == BlkioMode.BACKSTOP ? WORTH_TELLING : WORTH_CORRECTING);
        if (told.isDone() || group.group().threads().isEmpty()) {
            return; // the layer detects a group that is gone
        }
        group.release();
        places.replaceAll((volume, place) ->
                place.disk().map(BlkioDisk::number).filter(disk::equals).isPresent()
                        ? BlkioPlace.without("a limit for disk " + disk + ": " + told)
                        : place);
    }

    private static Rate sum(Rate one, Rate other) {
        return one.isUnlimited() || other.isUnlimited()
                ? Rate.UNLIMITED
                : Rate.ofBytesPerSecond(one.bytesPerSecond() + other.bytesPerSecond());
    }
}
