package io.hdfsthrottle.bench.load;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/** A daemon thread that works until it is closed. Its failure is reported by {@link #check}. */
public final class Worker implements AutoCloseable {

    private final Thread thread;
    private volatile boolean running = true;
    private volatile Exception failure;

    /** What a thread does as long as that is true. */
    public interface Work {

        void whileTrue(BooleanSupplier running) throws IOException, InterruptedException;
    }

    private Worker(String name, Work work) {
        thread = new Thread(() -> work(work), name);
        thread.setDaemon(true);
        thread.start();
    }

    public static Worker start(String name, Work work) {
        return new Worker(name, work);
    }

    private void work(Work work) {
        try {
            work.whileTrue(() -> running);
        } catch (IOException | InterruptedException | RuntimeException trouble) {
            failure = trouble;
        }
    }

    /** Throws {@link IllegalStateException} if it does not work any more. */
    public void check() {
        if (failure != null || !thread.isAlive()) {
            throw new IllegalStateException(thread.getName() + " failed", failure);
        }
    }

    /** Tells it to end, without waiting. */
    public void end() {
        running = false;
    }

    /** Ends it and waits for that, 30 s at most. */
    @Override
    public void close() {
        end();
        try {
            thread.join(30_000);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
