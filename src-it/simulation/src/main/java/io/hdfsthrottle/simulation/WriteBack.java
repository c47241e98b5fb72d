package io.hdfsthrottle.simulation;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Memory in front of a disk: takes what is written at once, and writes it to the disk in bursts, with several requests under way. Writers
 * wait only while too much of it is not yet written.
 */
final class WriteBack {

    /** What a writer is given room for at a time. */
    static final int ROOM = 1 << 20;

    /** A burst begins when so much is not yet written, and ends when nothing is. */
    private static final long BEGIN = 32L << 20;

    /** More than this is not taken. */
    private static final long MOST = 64L << 20;

    private static final int UNDER_WAY = 8;

    private final Queue<Disk.Request> idle = new ArrayDeque<>();
    private final Queue<Actor> writers = new ArrayDeque<>();
    private long dirtyBytes;
    private long unasked;
    private boolean writes;

    WriteBack(Disk disk) {
        for (int i = 1; i <= UNDER_WAY; i++) {
            idle.add(new Asked(disk, -i).request);
        }
    }

    /** Room for a megabyte, if there is; if not, the writer is woken when it has been given some. */
    boolean room(Actor writer) {
        if (dirtyBytes >= MOST) {
            writers.add(writer);
            return false;
        }
        take();
        return true;
    }

    private void take() {
        dirtyBytes += ROOM;
        unasked += ROOM;
        writes |= dirtyBytes >= BEGIN;
        write();
    }

    private void write() {
        while (writes && unasked > 0 && !idle.isEmpty()) {
            unasked -= ROOM;
            idle.remove().submit(ROOM);
        }
        writes &= unasked > 0;
    }

    private void written(Disk.Request request) {
        idle.add(request);
        dirtyBytes -= ROOM;
        write();
        if (dirtyBytes < MOST && !writers.isEmpty()) {
            Actor writer = writers.remove();
            take();
            writer.wake();
        }
    }

    private final class Asked implements Actor {
        private final Disk.Request request;

        Asked(Disk disk, long stream) {
            this.request = disk.request(stream, false, this);
        }

        @Override
        public void wake() {
            written(request);
        }
    }
}
