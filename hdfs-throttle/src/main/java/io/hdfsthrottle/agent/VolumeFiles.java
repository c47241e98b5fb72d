package io.hdfsthrottle.agent;

import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.blockfile.BlockFiles;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the block files of each volume by the first of several access methods that was proved there. Until one was, and
 * where none works, operations are held between packets. Open files use the host's descriptors: only a part of them.
 * Thread-safe; proved by one thread.
 */
final class VolumeFiles {

    /** Block files may use the process's open-file limit divided by this. */
    private static final int PART_OF_FILES = 8;

    private static final Duration AGAIN = Duration.ofMinutes(1);

    private static final String NOT_TRIED = "not tried yet";
    private static final Logger LOG = LoggerFactory.getLogger(VolumeFiles.class);

    private final List<BlockFiles> ways;
    private final ToIntFunction<Path> largestRequest;
    private final long most;
    private final Duration wait;
    private final Ticker ticker;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<String, Proof> volumes = new ConcurrentHashMap<>();

    /**
     * @param ways in the order in which they are tried
     * @param largestRequest the most that one readahead call may ask for, in bytes, on the disk of a folder
     * @param files how many files the process may have open
     * @param wait operations on a new volume wait for its proof no longer than this after it has begun
     */
    VolumeFiles(List<BlockFiles> ways, ToIntFunction<Path> largestRequest, long files, Duration wait, Ticker ticker) {
        this.ways = List.copyOf(ways);
        this.largestRequest = largestRequest;
        this.wait = wait;
        this.ticker = ticker;
        this.most = files / PART_OF_FILES;
    }

    /**
     * Tries the ways on volumes that are new, and every minute where none works: a disk may have been full or slow. Each
     * volume has a thread of its own for that, because it waits for the disk. Forgets volumes that are gone.
     */
    void prove(List<Volume> present) {
        for (Volume volume : present) {
            proof(volume).beginIfDue(ticker.nanos());
        }
        if (!present.isEmpty()) { // the host has none for a moment only
            volumes.keySet().removeIf(id -> present.stream()
                    .noneMatch(volume -> volume.id().equals(id)));
        }
    }

    private Proof proof(Volume volume) {
        return volumes.computeIfAbsent(volume.id(), id -> new Proof(volume));
    }

    /** Why operations on that volume are held between packets; empty where they are not. */
    String obstacle(String volume) {
        Proof proof = volumes.get(volume);
        return proof == null ? NOT_TRIED : proof.obstacle;
    }

    /**
     * The file; empty if it cannot be opened or too many files are open. Operations that begin before a new volume is
     * proved wait for that a little: a whole disk of them that are held between packets divides it wrongly for as long as
     * they last.
     *
     * @param mostWaitNanos the longest wait of this operation
     */
    Optional<BlockFile> open(Volume volume, Path file, long mostWaitNanos) {
        Proof proof = proof(volume);
        if (proof.first.getCount() > 0) {
            proof.beginIfDue(ticker.nanos());
            proof.awaitFirst(mostWaitNanos);
        }
        // Counted first: many may come at once.
        Optional<BlockFile> opened = Optional.empty();
        try {
            opened = open.incrementAndGet() <= most ? proof.way.open(file) : opened;
        } finally {
            if (!opened.isPresent()) {
                open.decrementAndGet();
            }
        }
        return opened.map(one -> new Counted(one, proof.request));
    }

    /** What was found out about one volume. */
    private final class Proof implements Runnable {

        private final Volume volume;
        private volatile BlockFiles way = BlockFiles.NONE;
        private volatile String obstacle = NOT_TRIED;
        private volatile int request;
        private volatile boolean isUnderWay;
        private volatile long beganNanos;
        private final CountDownLatch first = new CountDownLatch(1);

        Proof(Volume volume) {
            this.volume = volume;
        }

        synchronized void beginIfDue(long now) {
            boolean isNew = first.getCount() > 0;
            if (way == BlockFiles.NONE && !isUnderWay && (isNew || now - beganNanos >= AGAIN.toNanos())) {
                begin(now);
            }
        }

        private void begin(long now) {
            beganNanos = now;
            Thread thread = new Thread(this, "hdfs-throttle-proof-" + volume.id());
            thread.setDaemon(true);
            isUnderWay = true;
            try {
                thread.start();
            } catch (Throwable refused) {
                end(refused.toString());
            }
        }

        @Override
        public void run() {
            try {
                end(volume.folder().isPresent() ? tried(volume.folder().get()) : "it has no folder on a local disk");
            } catch (Throwable error) {
                end(error.toString());
            }
        }

        private void end(String newObstacle) {
            take(newObstacle);
            first.countDown();
            isUnderWay = false;
        }

        /** A disk that hangs costs its operations this wait once. */
        private void awaitFirst(long mostWaitNanos) {
            try {
                long left = wait.toNanos() - Math.max(0, ticker.nanos() - beganNanos);
                boolean unused = first.await(Math.min(left, mostWaitNanos), TimeUnit.NANOSECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        /** Returns the obstacle; empty if there is none. */
        private String tried(Path folder) {
            List<String> obstacles = new ArrayList<>();
            for (BlockFiles each : ways) {
                Outcome outcome = each.probe(folder);
                if (outcome.isDone()) {
                    request = largestRequest.applyAsInt(folder);
                    way = each;
                    return "";
                }
                obstacles.add(outcome.toString());
            }
            return String.join("; ", obstacles);
        }

        private void take(String newObstacle) {
            if (newObstacle.isEmpty()) {
                LOG.info("Volume {}: blocks are read ahead and written back in their turn", volume);
            } else if (!newObstacle.equals(obstacle)) {
                LOG.warn(
                        "Volume {}: operations are held between packets, not before the disk is asked; tried again "
                                + "every minute: {}",
                        volume,
                        newObstacle);
            }
            obstacle = newObstacle;
        }
    }

    private final class Counted implements BlockFile {

        private final BlockFile file;
        private final int request;
        private boolean closed;

        Counted(BlockFile file, int request) {
            this.file = file;
            this.request = request;
        }

        @Override
        public long size() {
            return file.size();
        }

        @Override
        public boolean readAhead(long offset, long length) {
            boolean taken = true;
            for (long done = 0; taken && done < length; done += request) {
                taken = file.readAhead(offset + done, Math.min(request, length - done));
            }
            return taken;
        }

        @Override
        public boolean awaitRead(long offset) {
            return file.awaitRead(offset);
        }

        @Override
        public boolean startWriteBack(long offset, long length) {
            return file.startWriteBack(offset, length);
        }

        @Override
        public boolean awaitWriteBack(long offset, long length) throws IOException {
            return file.awaitWriteBack(offset, length);
        }

        @Override
        public long cached(long offset, long length) {
            return file.cached(offset, length);
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                open.decrementAndGet();
                file.close();
            }
        }
    }
}
