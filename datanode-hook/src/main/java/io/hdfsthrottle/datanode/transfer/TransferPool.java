package io.hdfsthrottle.datanode.transfer;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a DataNode's thread pool for sending blocks to others ({@code DataNode.xferService}), and names its threads
 * after the blocks that they send: their own names do not tell, and the disk to be charged would be unknown.
 * Thread-safe.
 */
public final class TransferPool extends AbstractExecutorService {

    private static final Logger LOG = LoggerFactory.getLogger(TransferPool.class);

    private final AtomicBoolean failed = new AtomicBoolean();
    private final ExecutorService stock;
    private final Function<Runnable, Optional<String>> blocks;

    /** Wraps that pool; blocks tells which block a task sends, if any. */
    public TransferPool(ExecutorService stock, Function<Runnable, Optional<String>> blocks) {
        this.stock = stock;
        this.blocks = blocks;
    }

    /** The pool before ours. */
    public ExecutorService stock() {
        return stock;
    }

    @Override
    public void execute(Runnable task) {
        stock.execute(named(task));
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable task, T value) {
        return super.newTaskFor(named(task), value);
    }

    /** The task itself where its block is unknown: it is the host's, and has to run. */
    private Runnable named(Runnable task) {
        try {
            Optional<String> name = blocks.apply(task).map(TransferName::ofSending);
            return name.isEmpty() ? task : () -> runNamed(task, name.get());
        } catch (Throwable error) {
            say(error);
            return task;
        }
    }

    private void runNamed(Runnable task, String name) {
        String before = Thread.currentThread().getName();
        rename(name);
        try {
            task.run();
        } finally {
            rename(before);
        }
    }

    private void rename(String name) {
        try {
            Thread.currentThread().setName(name);
        } catch (Throwable error) {
            say(error);
        }
    }

    private void say(Throwable error) {
        try {
            if (failed.compareAndSet(false, true)) {
                LOG.error("Copies for other DataNodes may be charged on no particular disk; this is said once", error);
            }
        } catch (Throwable again) {
            return;
        }
    }

    @Override
    public void shutdown() {
        stock.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return stock.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return stock.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return stock.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return stock.awaitTermination(timeout, unit);
    }
}
