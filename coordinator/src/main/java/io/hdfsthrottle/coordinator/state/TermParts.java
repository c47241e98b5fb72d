package io.hdfsthrottle.coordinator.state;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What is opened in a term, in the order in which it was added, and closed in reverse order. Filled before any term. */
public final class TermParts implements TermListener {
    private final List<Part> parts = new ArrayList<>();

    private record Part(Consumer<Term> open, Runnable close) {}

    /**
     * Adds a part.
     *
     * @param open loads it; may throw what {@link TermListener#begins} throws
     * @param close also called if it was not opened
     */
    public TermParts add(Consumer<Term> open, Runnable close) {
        parts.add(new Part(open, close));
        return this;
    }

    @Override
    public void begins(Term term) {
        parts.forEach(part -> part.open.accept(term));
    }

    @Override
    public void ends() {
        for (int i = parts.size() - 1; i >= 0; i--) {
            parts.get(i).close.run();
        }
    }
}
