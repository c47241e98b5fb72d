package io.hdfsthrottle.spark.part;

import io.hdfsthrottle.part.Part;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One file system per part of an application (pool or task), because an HDFS client has one name for all of its
 * streams. An LRU cache of {@link #MOST}. An evicted one is not closed: its open streams keep their identity, and it
 * ends with them. Thread-safe.
 *
 * @param <F> the type of file system
 */
public final class PartFiles<F extends Closeable> implements Closeable {

    /** Far more than an executor runs tasks at a time. */
    static final int MOST = 256;

    private static final Logger LOG = LoggerFactory.getLogger(PartFiles.class);

    /** Creates a file system for a part. */
    @FunctionalInterface
    public interface Maker<F> {
        /** A new file system, by the name of that part. */
        F make(Part part) throws IOException;
    }

    private final Supplier<Part> now;
    private final Part itself;
    private final Maker<F> maker;
    private final Map<Part, F> kept = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<F> letGo = Collections.newSetFromMap(new WeakHashMap<>());
    private final AtomicBoolean told = new AtomicBoolean();
    private volatile boolean broken;
    private boolean closed;

    PartFiles(Supplier<Part> now, Part itself, Maker<F> maker) {
        this.now = now;
        this.itself = itself;
        this.maker = maker;
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
                ? new PartFiles<>(() -> SparkPart.ofThread(told), SparkPart.ofProcess(), maker)
                : null;
    }

    /**
     * The file system of the part for which the calling thread works.
     *
     * @param otherwise for no particular part, and on any failure
     */
    public F ofThread(F otherwise) {
        if (broken) {
            return otherwise;
        }
        try {
            Part part = now.get();
            return part.equals(itself) ? otherwise : of(part, otherwise);
        } catch (IOException trouble) {
            say("always", trouble);
        } catch (RuntimeException | LinkageError trouble) {
            broken = true;
            say("any more", trouble);
        }
        return otherwise;
    }

    private void say(String when, Throwable trouble) {
        if (told.compareAndSet(false, true)) {
            LOG.warn(
                    "hdfs-throttle: pools and tasks are not told apart {} in this process, I/O is the application's: {}",
                    when,
                    trouble.toString());
        }
    }

    private F of(Part part, F otherwise) throws IOException {
        synchronized (this) {
            F known = kept.get(part);
            if (known != null || closed) {
                return known != null ? known : otherwise;
            }
        }
        F made = maker.make(part);
        F surplus;
        synchronized (this) {
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
