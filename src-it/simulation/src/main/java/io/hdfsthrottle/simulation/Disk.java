package io.hdfsthrottle.simulation;

import java.util.ArrayDeque;
import java.util.Queue;

/** A disk at work: a queue, first come first served, and a number of places at which requests are served. */
final class Disk {

    private static final double NANOS = 1e9;

    private final DiskModel model;
    private final Timeline time;
    private final Queue<Request> queue = new ArrayDeque<>();
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

    /** What it gave so far, to whomever. */
    long servedBytes() {
        return servedBytes;
    }

    private void submit(Request request) {
        queue.add(request);
        serve();
    }

    private void serve() {
        while (freePlaces > 0 && !queue.isEmpty()) {
            Request request = queue.peek();
            int bytes = Math.min(request.unbegun, model.chunkBytes());
            request.unbegun -= bytes;
            request.inFlight++;
            if (request.unbegun == 0) {
                queue.remove();
            }
            if (freePlaces == model.places()) {
                workingSince = time.nanos();
            }
            freePlaces--;
            servedBytes += bytes;
            boolean seeks = headAt != request.stream || request.scattered;
            headAt = request.stream;
            time.after(serviceNanos(bytes) + (seeks ? model.seekNanos() : 0), request);
        }
    }

    private long serviceNanos(int bytes) {
        double bytesPerSecond = model.bytesPerSecond() * speed / model.places();
        return model.accessNanos() + (long) (bytes / bytesPerSecond * NANOS);
    }

    private void served(Request request) {
        freePlaces++;
        if (freePlaces == model.places()) {
            workedNanos += time.nanos() - workingSince;
        }
        serve();
        request.inFlight--;
        if (request.inFlight == 0 && request.unbegun == 0) {
            request.whenServed.wake();
        }
    }

    /** A request for one of these; it can be made again when it was served. */
    Request request(long stream, boolean scattered, Actor whenServed) {
        return new Request(stream, scattered, whenServed);
    }

    /** What one stream asks of the disk at a time. */
    final class Request implements Actor {
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
            Disk.this.submit(this);
        }

        @Override
        public void wake() {
            served(this);
        }
    }
}
