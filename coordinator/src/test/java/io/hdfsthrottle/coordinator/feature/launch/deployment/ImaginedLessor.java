package io.hdfsthrottle.coordinator.feature.launch.deployment;

import io.hdfsthrottle.coordinator.HandSetClock;
import io.hdfsthrottle.coordinator.feature.DiskLessor;
import io.hdfsthrottle.coordinator.state.NotStored;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Leases the volumes DS-1-1 to DS-1-4, the last first, but one; until a test says otherwise. */
final class ImaginedLessor implements DiskLessor {
    private static final Set<String> VOLUMES = new TreeSet<>(List.of("DS-1-1", "DS-1-2", "DS-1-3", "DS-1-4"));

    private final HandSetClock clock;
    private final Map<String, Held> leases = new TreeMap<>();

    /** Why nothing is kept; null if it is. */
    private NotStored.Reason refusing;

    private Ask asked;
    private int next;

    ImaginedLessor(HandSetClock clock) {
        this.clock = clock;
    }

    void refuse(NotStored.Reason reason) {
        refusing = reason;
    }

    /** All leases, whoever leads. */
    Map<String, Held> leases() {
        return leases;
    }

    /** The last request. */
    Ask asked() {
        return asked;
    }

    void endOld() {
        if (refusing == null) {
            leases.values().removeIf(lease -> now() >= lease.until() + GRACE);
        }
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }

    private void check(boolean changes) {
        if (refusing == NotStored.Reason.NOT_LEADING || (changes && refusing != null)) {
            throw new NotStored(refusing, "as a test said");
        }
    }

    @Override
    public Duration longest() {
        return Duration.ofHours(24);
    }

    @Override
    public Answer request(Ask ask, String owner, boolean dryRun) {
        check(true);
        asked = ask;
        Set<String> taken = new TreeSet<>();
        leases.values().forEach(lease -> lease.disks().forEach(taken::addAll));
        List<String> free = VOLUMES.stream()
                .filter(volume -> !taken.contains(volume))
                .sorted((one, other) -> other.compareTo(one))
                .toList();
        List<List<String>> given = free.stream()
                .filter(ask.among()::contains)
                .limit(Math.min(ask.disks(), free.size() - 1))
                .map(List::of)
                .toList();
        if (given.size() < ask.disks()) {
            return new Answer.Refused("too few disks are free", given.size(), 0);
        }
        Held held = new Held("lease-" + ++next, owner, given, now() + ask.time().toSeconds());
        Stream.of(held).filter(lease -> !dryRun).forEach(lease -> leases.put(lease.id(), lease));
        return new Answer.Leased(held);
    }

    @Override
    public void expire(String id) {
        check(true);
        leases.computeIfPresent(id, (same, lease) -> new Held(id, lease.owner(), lease.disks(), now()));
    }

    @Override
    public Map<String, Held> stored() {
        return Map.copyOf(leases);
    }

    @Override
    public Map<String, Held> held() {
        check(false);
        return Map.copyOf(leases);
    }

    @Override
    public Optional<Held> renew(String id, Duration time) {
        check(true);
        return Optional.ofNullable(leases.computeIfPresent(
                id,
                (same, lease) ->
                        new Held(id, lease.owner(), lease.disks(), Math.max(lease.until(), now() + time.toSeconds()))));
    }

    @Override
    public boolean end(String id) {
        check(true);
        return leases.remove(id) != null;
    }
}
