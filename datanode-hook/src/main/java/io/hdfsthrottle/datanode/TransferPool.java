package io.hdfsthrottle.datanode;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Stands where a DataNode's pool for sending blocks to others stood ({@code DataNode.xferService}), and names its threads
 * after the blocks that they send: by themselves they do not say, and nobody could tell which disk pays. Thread-safe.
 */
final class TransferPool extends AbstractExecutorService {

    private final ExecutorService stock;
    private final Function<Runnable, Optional<String>> blocks;

    /** Over that pool; blocks says of a task which block it sends, if it sends one. */
    TransferPool(ExecutorService stock, Function<Runnable, Optional<String>> blocks) {
        this.stock = stock;
        this.blocks = blocks;
    }

    /** The pool that stood there before. */
    ExecutorService stock() {
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

    private Runnable named(Runnable task) {
        Optional<String> block = blocks.apply(task);
        return block.isEmpty() ? task : () -> runNamed(task, TransferName.ofSending(block.get()));
    }

    private static void runNamed(Runnable task, String name) {
        Thread thread = Thread.currentThread();
        String before = thread.getName();
        thread.setName(name);
        try {
            task.run();
        } finally {
            thread.setName(before);
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
