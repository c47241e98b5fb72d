package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.DrainFacts;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** JSON of one disk; members are null if unknown, if the disk is not leased, or if it is not drained. */
record DiskAnswer(
        String node,
        List<String> volumes,
        String device,
        String kind,
        Long bytes,
        Long bytesPerSecond,
        String state,
        String trouble,
        String lease,
        String tenant,
        String user,
        Long since,
        Long until,
        long othersBytesPerSecond,
        Long leftBytes,
        Long replicasLeft) {
    static DiskAnswer of(DiskLine line) {
        Disk disk = line.disk();
        Optional<Lease> holder = line.holder();
        return new DiskAnswer(
                disk.name().node(),
                disk.name().volumes(),
                disk.device().orElse(null),
                disk.kind().label(),
                disk.bytes().isPresent() ? disk.bytes().getAsLong() : null,
                disk.rate().map(Rate::bytesPerSecond).orElse(null),
                line.state().name().toLowerCase(Locale.ROOT),
                line.trouble().orElse(null),
                holder.map(Lease::id).orElse(null),
                holder.map(lease -> lease.ask().tenant().name()).orElse(null),
                holder.map(lease -> lease.ask().user()).orElse(null),
                holder.map(Lease::since).orElse(null),
                holder.map(Lease::until).orElse(null),
                line.strangers(),
                line.left().map(DrainFacts::bytes).orElse(null),
                line.left().map(DrainFacts::replicas).orElse(null));
    }
}
