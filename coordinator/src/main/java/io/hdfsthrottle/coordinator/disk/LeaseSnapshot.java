package io.hdfsthrottle.coordinator.disk;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Format in which a ledger of leases is kept in ZooKeeper; 2,000 disks with names of usual length are less than 256
 * KiB.
 */
final class LeaseSnapshot {
    static final String CONCERN = "leases";
    private static final int FORMAT = 1;

    private LeaseSnapshot() {}

    static byte[] write(Ledger ledger) {
        List<Object> leases = new ArrayList<>();
        for (Lease lease : ledger.leases()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("id", lease.id());
            entry.put("tenant", lease.ask().tenant().name());
            entry.put("user", lease.ask().user());
            entry.put("disks", lease.ask().disks());
            entry.put("nodes", lease.ask().nodes());
            lease.ask().kind().ifPresent(kind -> entry.put("kind", kind.label()));
            entry.put("for", lease.ask().time().toSeconds());
            entry.put("wait", lease.ask().patience().toSeconds());
            if (!lease.ask().among().isEmpty()) {
                entry.put("among", lease.ask().among().stream().sorted().toList());
            }
            if (lease.ask().drain()) {
                entry.put("drain", true);
                entry.put("draining", lease.draining());
                lease.left().ifPresent(bytes -> entry.put("left", bytes));
            }
            entry.put("owner", lease.owner());
            entry.put("asked", lease.asked());
            entry.put("since", lease.since());
            entry.put("until", lease.until());
            entry.put("holds", lease.disks().stream().map(LeaseSnapshot::disk).toList());
            leases.add(entry);
        }
        Map<String, Object> snapshot = new LinkedHashMap<>();
        snapshot.put("format", FORMAT);
        snapshot.put("next", ledger.next());
        snapshot.put("leases", leases);
        return JsonObject.write(snapshot).getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, Object> disk(DiskName disk) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("node", disk.node());
        entry.put("volumes", disk.volumes());
        return entry;
    }

    /** @throws IllegalStateException if this coordinator does not understand it: it must not lead then */
    static Ledger read(byte[] written) {
        try {
            JsonObject snapshot = JsonObject.parse(new String(written, StandardCharsets.UTF_8));
            if (snapshot.count("format") != FORMAT) {
                throw new IllegalStateException("the leases in ZooKeeper have format " + snapshot.count("format")
                        + "; this coordinator reads format " + FORMAT);
            }
            List<Lease> leases = new ArrayList<>();
            for (JsonObject entry : snapshot.objects("leases", Ledger.MOST_LEASES)) {
                leases.add(lease(entry));
            }
            return new Ledger(leases, snapshot.count("next"));
        } catch (MalformedJsonException | RuntimeException broken) {
            throw new IllegalStateException("the leases in ZooKeeper cannot be read: " + broken.getMessage(), broken);
        }
    }

    private static Lease lease(JsonObject entry) throws MalformedJsonException {
        Optional<String> kind = entry.optionalText("kind");
        LeaseRequest ask = new LeaseRequest(
                Tenant.named(entry.text("tenant")),
                entry.text("user"),
                Math.toIntExact(entry.count("disks")),
                Math.toIntExact(entry.count("nodes")),
                kind.map(label -> DiskKind.named(label).orElseThrow()),
                Duration.ofSeconds(entry.count("for")),
                Duration.ofSeconds(entry.count("wait")),
                Set.copyOf(entry.texts("among", LeaseRequest.MOST_DISKS)),
                entry.optionalFlag("drain"));
        List<DiskName> disks = new ArrayList<>();
        for (JsonObject disk : entry.objects("holds", LeaseRequest.MOST_DISKS)) {
            disks.add(new DiskName(disk.text("node"), disk.texts("volumes", LeaseRequest.MOST_DISKS)));
        }
        return new Lease(
                entry.text("id"),
                ask,
                entry.text("owner"),
                entry.count("asked"),
                disks,
                entry.count("since"),
                entry.count("until"),
                entry.optionalFlag("draining"),
                entry.optionalCount("left").map(OptionalLong::of).orElse(OptionalLong.empty()));
    }
}
