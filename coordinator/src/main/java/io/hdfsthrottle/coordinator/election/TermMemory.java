package io.hdfsthrottle.coordinator.election;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * What a leader holds in memory during its term. It is closed before a term is loaded and after it has ended, whatever is still under way then: an answer of
 * ZooKeeper that comes late never opens it again. Thread-safe; nobody waits.
 *
 * @param <T> what is held; immutable
 */
public final class TermMemory<T> {
    private final AtomicReference<Page<T>> page = new AtomicReference<>();

    /**
     * What is held at a time.
     *
     * @param term in which it holds
     * @param content what is held; null while it is loaded
     */
    public record Page<T>(Term term, T content) {}

    /** Opens with what is loaded; stays closed if it is closed while that is loaded, or loading fails. */
    public void open(Term term, Supplier<T> load) {
        Page<T> opening = new Page<>(term, null);
        page.set(opening);
        page.compareAndSet(opening, new Page<>(term, load.get()));
    }

    /** Closes. */
    public void close() {
        page.set(null);
    }

    /** What is held now; nothing while closed. */
    public Optional<Page<T>> ifOpen() {
        return Optional.ofNullable(page.get()).filter(held -> held.content() != null);
    }

    /**
     * What is held now.
     *
     * @throws NotStored while closed
     */
    public Page<T> now() {
        return ifOpen().orElseThrow(
                        () -> new NotStored(NotStored.Reason.NOT_LEADING, "this coordinator does not lead"));
    }

    /** Holds something else in the same term; false if it was closed, or something else is held, meanwhile. */
    public boolean turn(Page<T> before, T after) {
        return page.compareAndSet(before, new Page<>(before.term(), after));
    }
}
