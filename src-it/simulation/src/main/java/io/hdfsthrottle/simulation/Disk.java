package io.hdfsthrottle.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** A disk at work: a queue, first come first served, and a number of places at which requests are served. */
final class Disk {

    private static final double NANOS = 1e9;

    private final DiskModel model;
    private final Timeline time;
    private final Queue<Request> queue = new ArrayDeque<>();
    private final List<Turn> turns = new ArrayList<>();
    private final Queue<Turn> freeTurns = new ArrayDeque<>();
    private long nextEnd = Moments.NEVER;
    private int freePlaces;
    private double speed = 1;
    private long headAt = -1;
    private long workedNanos;
    private long workingSince;
    private long servedBytes;

    Disk(DiskModel model, Timeline time) {
        this.model = model;
        this.time = time;
        this.freePlaces = model.places();
        for (int place = 0; place < model.places(); place++) {
            turns.add(new Turn());
        }
        freeTurns.addAll(turns);
    }

    /** From now on it has this part of its speed. */
    void speed(double part) {
        speed = part;
    }

    /** How long it takes over a request of that size from somewhere else, at full speed, if it serves only such. */
    long costNanos(int bytes) {
        return serviceNanos(bytes) / model.places() + model.seekNanos();
    }

    /** For how long anything was in flight so far: what the kernel calls io_ticks. */
    long workedNanos() {
        return workedNanos + (freePlaces < model.places() ? time.nanos() - workingSince : 0);
    }

    /** Before that moment it gives nobody anything. */
    long nextEnd() {
        return nextEnd;
    }

    /** What it gave so far, to whomever. */
    long servedBytes() {
        return servedBytes;
    }

    private void serve() {
        while (freePlaces > 0 && !queue.isEmpty()) {
            Request request = queue.peek();
            int bytes = Math.min(request.unbegun, model.chunkBytes());
            int chunks = Math.min(request.unbegun / bytes, freePlaces);
            request.unbegun -= chunks * bytes;
            request.inFlight += chunks;
            if (request.unbegun == 0) {
                queue.remove();
            }
            if (freePlaces == model.places()) {
                workingSince = time.nanos();
            }
            freePlaces -= chunks;
            servedBytes += (long) chunks * bytes;
            boolean seeks = headAt != request.stream || request.scattered;
            headAt = request.stream;
            freeTurns.remove().begin(request, chunks, serviceNanos(bytes) + (seeks ? model.seekNanos() : 0));
        }
    }

    private long serviceNanos(int bytes) {
        double bytesPerSecond = model.bytesPerSecond() * speed / model.places();
        return model.accessNanos() + (long) (bytes / bytesPerSecond * NANOS);
    }

    private void served(Request request, int chunks) {
        freePlaces += chunks;
        if (freePlaces == model.places()) {
            workedNanos += time.nanos() - workingSince;
        }
        serve();
        request.inFlight -= chunks;
        if (request.inFlight == 0 && request.unbegun == 0) {
            request.whenServed.wake();
        }
    }

    /** A request for one of these; it can be made again when it was served. */
    Request request(long stream, boolean scattered, Actor whenServed) {
        return new Request(stream, scattered, whenServed);
    }

    /** What one stream asks of the disk at a time. */
    final class Request {
        private final long stream;
        private final boolean scattered;
        private final Actor whenServed;
        private int unbegun;
        private int inFlight;

        private Request(long stream, boolean scattered, Actor whenServed) {
            this.stream = stream;
            this.scattered = scattered;
            this.whenServed = whenServed;
        }

        /** Asks for so many bytes. */
        void submit(int bytes) {
            unbegun = bytes;
            queue.add(this);
            serve();
        }
    }

    /** Pieces of the same request that begin together, so that they end together: each has its place. */
    private final class Turn implements Actor {
        private final int id = time.enrol(this);
        private Request request;
        private int chunks;
        private long end = Moments.NEVER;

        void begin(Request next, int pieces, long nanos) {
            request = next;
            chunks = pieces;
            end = time.nanos() + nanos;
            nextEnd = Math.min(nextEnd, end);
            time.after(nanos, id);
        }

        @Override
        public void wake() {
            end = Moments.NEVER;
            nextEnd = Moments.NEVER;
            for (Turn turn : turns) {
                nextEnd = Math.min(nextEnd, turn.end);
            }
            freeTurns.add(this);
            served(request, chunks);
        }
    }
}
