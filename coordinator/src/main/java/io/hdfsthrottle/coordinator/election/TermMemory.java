package io.hdfsthrottle.coordinator.election;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * State that a leader holds in memory during its term. It is closed before a term is loaded and after it has ended,
 * regardless of operations still under way: a late answer of ZooKeeper never opens it again. Thread-safe and
 * non-blocking.
 *
 * @param <T> what is held; immutable
 */
public final class TermMemory<T> {
    private final AtomicReference<Page<T>> page = new AtomicReference<>();

    /**
     * The state held at a time.
     *
     * @param term in which it holds
     * @param content what is held; null while it is loaded
     */
    public record Page<T>(Term term, T content) {}

    /** Opens with the loaded state; stays closed if it is closed during loading, or loading fails. */
    public void open(Term term, Supplier<T> load) {
        Page<T> opening = new Page<>(term, null);
        page.set(opening);
        page.compareAndSet(opening, new Page<>(term, load.get()));
    }

    /** Closes. */
    public void close() {
        page.set(null);
    }

    /** The state held now; empty while closed. */
    public Optional<Page<T>> ifOpen() {
        return Optional.ofNullable(page.get()).filter(held -> held.content() != null);
    }

    /**
     * The state held now.
     *
     * @throws NotStored while closed
     */
    public Page<T> now() {
        return ifOpen().orElseThrow(
                        () -> new NotStored(NotStored.Reason.NOT_LEADING, "this coordinator does not lead"));
    }

    /** Replaces the state in the same term; false if it was closed or replaced meanwhile. */
    public boolean replace(Page<T> before, T after) {
        return page.compareAndSet(before, new Page<>(before.term(), after));
    }
}
