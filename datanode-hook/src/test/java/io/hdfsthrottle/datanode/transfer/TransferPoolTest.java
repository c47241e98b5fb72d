package io.hdfsthrottle.datanode.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class TransferPoolTest {

    private final ExecutorService stock = Executors.newSingleThreadExecutor(task -> new Thread(task, "stock-thread"));
    private final AtomicReference<String> name = new AtomicReference<>();

    @AfterEach
    void stop() {
        stock.shutdownNow();
    }

    /** A task that sends a block, as far as the pool is told. */
    private final class Sending implements Runnable {
        @Override
        public void run() {
            name.set(Thread.currentThread().getName());
        }
    }

    private TransferPool pool() {
        return new TransferPool(
                stock, task -> task instanceof Sending ? Optional.of("BP-1:blk_7_1001") : Optional.empty());
    }

    @Test
    void threadThatSendsABlock_isNamedAfterItAsLongAsItDoes() throws Exception {
        pool().submit(new Sending()).get();
        TransferName submitted = TransferName.parse(name.get());
        name.set(null);
        pool().execute(new Sending());
        pool().submit(() -> {}).get();
        assertThat(TransferName.parse(name.get()).block()).isEqualTo(7);
        assertThat(submitted.block()).isEqualTo(7);
        assertThat(submitted.pool()).isEqualTo("BP-1");
        assertThat(submitted.isServing()).isFalse();
        assertThat(pool().submit(() -> Thread.currentThread().getName()).get()).isEqualTo("stock-thread");
    }

    @Test
    void taskThatFails_failsAsBeforeAndLeavesTheName() throws Exception {
        TransferPool failing = new TransferPool(stock, task -> Optional.of("BP-1:blk_7_1001"));
        Runnable task = () -> {
            throw new IllegalStateException("on purpose");
        };
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> failing.submit(task).get())
                .withMessageContaining("on purpose");
        assertThat(pool().submit(() -> Thread.currentThread().getName()).get()).isEqualTo("stock-thread");
    }

    @Test
    void taskOfWhichNothingIsFoundOut_runsAllTheSame() throws Exception {
        TransferPool broken = new TransferPool(stock, task -> {
            throw new IllegalStateException("another Hadoop");
        });
        assertThat(broken.submit(() -> Thread.currentThread().getName()).get()).isEqualTo("stock-thread");
        broken.execute(new Sending());
        broken.submit(() -> {}).get();
        assertThat(name.get()).isEqualTo("stock-thread");
    }

    @ParameterizedTest
    @MethodSource("broken")
    void whateverGoesWrongWithTheName_theTaskRunsAndNothingGetsOut(Function<Runnable, Optional<String>> broken)
            throws Exception {
        TransferPool pool = new TransferPool(stock, broken);
        pool.execute(new Sending());
        pool.submit(new Sending()).get();
        assertThat(name.getAndSet(null)).isEqualTo("stock-thread");
        pool.submit(new Sending(), 7).get();
        assertThat(name.get()).isEqualTo("stock-thread");
    }

    static Stream<Function<Runnable, Optional<String>>> broken() {
        return Stream.of(
                task -> null,
                task -> {
                    throw new OutOfMemoryError("on purpose");
                },
                task -> {
                    throw new NoSuchFieldError("another Hadoop");
                },
                task -> {
                    throw new StackOverflowError();
                });
    }

    @Test
    void shutdown_isTheStockPools() throws Exception {
        TransferPool pool = pool();
        pool.shutdown();
        assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(stock.isTerminated()).isTrue();
        assertThat(pool.isShutdown()).isTrue();
        assertThat(pool.isTerminated()).isTrue();
        assertThat(pool.shutdownNow()).isEmpty();
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> pool.execute(() -> {}));
    }
}
