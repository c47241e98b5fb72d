package io.hdfsthrottle.coordinator.application;

import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The leases of applications, by the time of their last renewal; in memory only. Thread-safe and non-blocking. */
final class Leases {
    private final Ticker ticker;
    private final Duration expiry;
    private final ConcurrentMap<String, Long> renewed = new ConcurrentHashMap<>();

    /** @param expiry how long a lease lasts */
    Leases(Ticker ticker, Duration expiry) {
        this.ticker = ticker;
        this.expiry = expiry;
    }

    /** A lease that has ended: its application, and when it was renewed last. */
    record Ended(String id, long since) {}

    /** Gives a full lease to these applications and drops all other leases. */
    void restart(Collection<Application> alive) {
        renewed.clear();
        long now = ticker.nanos();
        alive.forEach(each -> renewed.put(each.id(), now));
    }

    /** Gives a full lease. */
    void begin(String id) {
        renewed.put(id, ticker.nanos());
    }

    /** Renews a lease; false if there is none. */
    boolean renew(String id) {
        return renewed.computeIfPresent(id, (same, before) -> ticker.nanos()) != null;
    }

    /** How long a lease lasts if it is not renewed; zero if it has ended or there is none. */
    Duration left(String id) {
        Long since = renewed.get(id);
        Duration left = since == null ? Duration.ZERO : expiry.minusNanos(ticker.nanos() - since);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** The leases that were not renewed in time. */
    List<Ended> ended() {
        long now = ticker.nanos();
        List<Ended> ended = new ArrayList<>();
        renewed.forEach((id, since) -> {
            if (now - since > expiry.toNanos()) {
                ended.add(new Ended(id, since));
            }
        });
        return ended;
    }

    /** Takes an ended lease away; false if it was renewed meanwhile. */
    boolean take(Ended lease) {
        return renewed.remove(lease.id(), lease.since());
    }

    /** Restores a lease that was taken away but whose end was not stored. */
    void giveBack(Ended lease) {
        renewed.putIfAbsent(lease.id(), lease.since());
    }

    /** Takes a lease away. */
    void end(String id) {
        renewed.remove(id);
    }
}
