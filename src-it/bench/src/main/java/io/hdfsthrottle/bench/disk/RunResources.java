package io.hdfsthrottle.bench.disk;

import java.util.ArrayDeque;
import java.util.Deque;

/** Resources that a run has started or mounted: closed newest first, once, when the run ends or is interrupted. */
public final class RunResources implements AutoCloseable {

    private final Deque<AutoCloseable> things = new ArrayDeque<>();
    private boolean closed;

    /** Registers a resource; one that comes after the end is closed at once. */
    public synchronized <T extends AutoCloseable> T own(T thing) {
        things.push(thing);
        if (closed) {
            close();
            throw new IllegalStateException("interrupted");
        }
        return thing;
    }

    /** A second caller waits until the first has closed everything; one failure does not prevent closing the others. */
    @Override
    @SuppressWarnings("CatchingUnchecked")
    public synchronized void close() {
        closed = true;
        while (!things.isEmpty()) {
            try {
                things.pop().close();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            } catch (Exception stays) {
                System.err.println("could not clean up: " + stays.getMessage());
            }
        }
    }
}
