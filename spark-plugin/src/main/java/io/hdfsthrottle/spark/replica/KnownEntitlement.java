package io.hdfsthrottle.spark.replica;

import io.hdfsthrottle.link.EntitlementLeft;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What this process was told last, and whether anybody here reads. HDFS clients are made by Hadoop, by name: so they find it in the one place that the
 * process has for it. Thread-safe.
 */
final class KnownEntitlement {

    /** What is older is not gone by. */
    static final Duration STALE = Duration.ofSeconds(5);

    private static final AtomicReference<KnownEntitlement> PLACE = new AtomicReference<>();

    private final Ticker ticker;
    private final Runnable reads;
    private volatile Told told;

    private static final class Told {
        private final Map<String, Long> nodes;
        private final long until;

        Told(Map<String, Long> nodes, long until) {
            this.nodes = nodes;
            this.until = until;
        }
    }

    /**
     * Nothing is known yet.
     *
     * @param reads told when somebody reads; by the thread that does, so it must not wait
     */
    KnownEntitlement(Ticker ticker, Runnable reads) {
        this.ticker = ticker;
        this.reads = reads;
    }

    /** From now on the HDFS clients of this process go by this one. */
    void install() {
        PLACE.set(this);
    }

    /** They no longer do, unless another took its place meanwhile. */
    void remove() {
        PLACE.compareAndSet(this, null);
    }

    /** Takes what was told. */
    void tell(EntitlementLeft left) {
        told = new Told(left.nodes(), ticker.nanos() + STALE.minus(left.age()).toNanos());
    }

    /** What is left by node; empty where nothing is known that is fresh. Notes that somebody reads. */
    static Map<String, Long> now() {
        KnownEntitlement installed = PLACE.get();
        return installed == null ? Map.of() : installed.fresh();
    }

    Map<String, Long> fresh() {
        reads.run();
        Told last = told;
        return last == null || ticker.nanos() - last.until > 0 ? Map.of() : last.nodes;
    }
}
