package io.hdfsthrottle.spark.part;

import io.hdfsthrottle.part.Part;
import io.hdfsthrottle.unit.Ticker;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One file system per part of an application (pool or task), because an HDFS client has one name for all of its
 * streams. An LRU cache of {@link #MOST}. An evicted one is not closed: its open streams keep their identity, and it
 * ends with them. Where one cannot be made, the operation is the application's, which shares one task's limit with
 * others like it, and the next attempt is made after a pause. Thread-safe.
 *
 * @param <F> the type of file system
 */
public final class PartFiles<F extends Closeable> implements Closeable {

    /** Far more than an executor runs tasks at a time. */
    static final int MOST = 256;

    /** The pause after a client that could not be made; doubled with each that follows. */
    static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);

    static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(PartFiles.class);
    private static final LongAdder UNTOLD = new LongAdder();

    /** Creates a file system for a part. */
    @FunctionalInterface
    public interface Maker<F> {
        /** A new file system, by the name of that part. */
        F make(Part part) throws IOException;
    }

    private final Supplier<Part> now;
    private final Part itself;
    private final Maker<F> maker;
    private final Ticker ticker;
    private final Map<Part, F> kept = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<F> letGo = Collections.newSetFromMap(new WeakHashMap<>());
    private final AtomicBoolean told = new AtomicBoolean();
    private Duration pause = Duration.ZERO;
    private long failedNanos;
    private boolean closed;

    PartFiles(Supplier<Part> now, Part itself, Maker<F> maker, Ticker ticker) {
        this.now = now;
        this.itself = itself;
        this.maker = maker;
        this.ticker = ticker;
    }

    /** How many operations of this process were not told apart, because a client could not be made. */
    public static long untold() {
        return UNTOLD.sum();
    }

    /**
     * The part of a file system that is for no particular pool or task of this process: empty where parts are not
     * distinguished.
     */
    public static String ofProcess(DistinguishedParts told) {
        try {
            return told.isNothing() ? "" : SparkPart.ofProcess().toString();
        } catch (RuntimeException | LinkageError unknown) {
            return Part.NONE.toString();
        }
    }

    /** An empty cache; null where all streams of this process are of one part. */
    public static <F extends Closeable> PartFiles<F> of(DistinguishedParts told, Maker<F> maker) {
        return told.isWithinAProcess()
                ? new PartFiles<>(() -> SparkPart.ofThread(told), SparkPart.ofProcess(), maker, Ticker.system())
                : null;
    }

    /**
     * The file system of the part for which the calling thread works; the other for no particular part, or on failure.
     */
    public F ofThread(F otherwise) {
        try {
            Part part = now.get();
            F files = part.equals(itself) ? otherwise : of(part, otherwise);
            if (files != null) {
                return files;
            }
        } catch (IOException | RuntimeException | LinkageError trouble) {
            if (!Thread.currentThread().isInterrupted()) { // by whoever ends a task: that says nothing of the next
                failed(trouble);
            }
        }
        UNTOLD.increment();
        return otherwise;
    }

    private synchronized void failed(Throwable trouble) {
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(SHORTEST_PAUSE) < 0
                ? SHORTEST_PAUSE
                : doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
        failedNanos = ticker.nanos();
        if (told.compareAndSet(false, true)) {
            LOG.warn(
                    "hdfs-throttle: a pool or task has no HDFS client of its own in this process for now, its I/O is"
                            + " the application's; trying again: {}",
                    trouble.toString());
        }
    }

    /** That part's; null while none is made after a failure. */
    private F of(Part part, F otherwise) throws IOException {
        synchronized (this) {
            F known = kept.get(part);
            if (known != null || closed) {
                return known != null ? known : otherwise;
            }
            if (!pause.isZero() && ticker.nanos() - failedNanos < pause.toNanos()) {
                return null;
            }
        }
        F made = maker.make(part);
        F surplus;
        synchronized (this) {
            pause = Duration.ZERO;
            surplus = closed || kept.containsKey(part) ? made : null;
            if (surplus == null) {
                kept.put(part, made);
                letGoOldest();
            } else if (!closed) {
                made = kept.get(part);
            } else {
                made = otherwise;
            }
        }
        if (surplus != null) {
            surplus.close();
        }
        return made;
    }

    private void letGoOldest() {
        if (kept.size() > MOST) {
            Map.Entry<Part, F> oldest = kept.entrySet().iterator().next();
            letGo.add(oldest.getValue());
            kept.remove(oldest.getKey());
        }
    }

    /** Closes all file systems, with all streams opened by them. */
    @Override
    public void close() throws IOException {
        List<F> all = new ArrayList<>();
        synchronized (this) {
            closed = true;
            all.addAll(kept.values());
            all.addAll(letGo);
            kept.clear();
            letGo.clear();
        }
        IOException first = null;
        for (F each : all) {
            try {
                each.close();
            } catch (IOException trouble) {
                first = first == null ? trouble : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
