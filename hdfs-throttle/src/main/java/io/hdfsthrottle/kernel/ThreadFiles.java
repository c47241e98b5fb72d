package io.hdfsthrottle.kernel;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Files of threads below {@code /proc} that stay open, because opening one costs more than reading it: until its thread
 * has ended, and never more than a given number, because file descriptors belong to the host. Thread-safe.
 *
 * @param <T> what represents a thread
 * @param <F> its file
 */
public final class ThreadFiles<T, F> implements AutoCloseable {

    private final int most;
    private final Predicate<T> alive;
    private final Consumer<F> closing;
    private final Map<T, F> open = new ConcurrentHashMap<>();

    /**
     * @param most how many may be open
     * @param alive whether a thread still lives
     * @param closing closes a file, whatever reads it
     */
    public ThreadFiles(int most, Predicate<T> alive, Consumer<F> closing) {
        this.most = most;
        this.alive = alive;
        this.closing = closing;
    }

    /** The thread's file, opened so if it is not yet; nothing if there are too many. Throws what the opening does. */
    public Optional<F> of(T thread, Function<T, F> opening) {
        F file = open.get(thread);
        if (file == null && open.size() < most) {
            file = open.computeIfAbsent(thread, opening);
        }
        return Optional.ofNullable(file);
    }

    /** Closes the files of threads that have ended. */
    public void closeEnded() {
        open.entrySet().removeIf(entry -> {
            boolean ended = !alive.test(entry.getKey());
            if (ended) {
                closing.accept(entry.getValue());
            }
            return ended;
        });
    }

    /** How many files are open. */
    public int open() {
        return open.size();
    }

    /** Closes all. */
    @Override
    public void close() {
        open.values().forEach(closing);
        open.clear();
    }
}
