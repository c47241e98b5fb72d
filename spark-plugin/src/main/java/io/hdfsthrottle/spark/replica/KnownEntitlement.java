package io.hdfsthrottle.spark.replica;

import io.hdfsthrottle.link.EntitlementLeft;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The unused entitlement as this process received it last. Hadoop creates HDFS clients by class name, so they find it
 * in a static field. It also notes when a client here reads. Thread-safe.
 */
final class KnownEntitlement {

    /** Older data is ignored. */
    static final Duration STALE = Duration.ofSeconds(5);

    private static final AtomicReference<KnownEntitlement> PLACE = new AtomicReference<>();

    private final Ticker ticker;
    private final Runnable reads;
    private volatile Answer told;

    private static final class Answer {
        private final Map<String, Long> nodes;
        private final long until;

        Answer(Map<String, Long> nodes, long until) {
            this.nodes = nodes;
            this.until = until;
        }
    }

    /** @param reads called when a client reads, on its thread, so it must not block */
    KnownEntitlement(Ticker ticker, Runnable reads) {
        this.ticker = ticker;
        this.reads = reads;
    }

    /** Makes this the one that the HDFS clients of this process use. */
    void install() {
        PLACE.set(this);
    }

    /** Ends that, unless another was installed meanwhile. */
    void remove() {
        PLACE.compareAndSet(this, null);
    }

    /** Stores the latest answer. */
    void store(EntitlementLeft left) {
        told = new Answer(left.nodes(), ticker.nanos() + STALE.minus(left.age()).toNanos());
    }

    /** The unused entitlement by node; empty if there is no fresh data. Notes that a client reads. */
    static Map<String, Long> now() {
        KnownEntitlement installed = PLACE.get();
        return installed == null ? Map.of() : installed.fresh();
    }

    Map<String, Long> fresh() {
        reads.run();
        Answer last = told;
        return last == null || ticker.nanos() - last.until > 0 ? Map.of() : last.nodes;
    }
}
