package io.hdfsthrottle.blkio;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.unit.Rate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sets the limits of the blkio groups from their tenants' entitlements. Used by one thread. */
final class BlkioUpdate {

    private BlkioUpdate() {}

    /** A disk that no longer takes a limit is left to pacing from then on. */
    static void apply(List<VolumeActivity> volumes, Map<String, BlkioPlace> places, Map<Tenant, TenantGroup> groups) {
        Map<TenantGroup, Map<String, Rate>> limits = new HashMap<>();
        for (VolumeActivity volume : volumes) {
            Optional<String> disk =
                    Optional.ofNullable(places.get(volume.volume())).flatMap(BlkioPlace::disk);
            for (TenantActivity tenant : volume.tenants()) {
                TenantGroup group = groups.get(tenant.terms().tenant());
                if (group != null && disk.isPresent()) {
                    // Two volumes may be on one disk, and the kernel knows only the disk.
                    limits.computeIfAbsent(group, none -> new HashMap<>())
                            .merge(disk.get(), BlkioRule.of(tenant), BlkioUpdate::sum);
                }
            }
        }
        limits.forEach((group, each) -> each.forEach((disk, rate) -> limit(group, disk, rate, places)));
    }

    private static void limit(TenantGroup group, String disk, Rate rate, Map<String, BlkioPlace> places) {
        Outcome told = group.limit(disk, rate);
        if (told.isDone() || group.group().threads().isEmpty()) {
            return; // the layer detects a group that is gone
        }
        places.replaceAll((volume, place) -> place.disk().filter(disk::equals).isPresent()
                ? BlkioPlace.without("a limit for disk " + disk + ": " + told)
                : place);
    }

    private static Rate sum(Rate one, Rate other) {
        return one.isUnlimited() || other.isUnlimited()
                ? Rate.UNLIMITED
                : Rate.ofBytesPerSecond(one.bytesPerSecond() + other.bytesPerSecond());
    }
}
