package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.coordinator.state.TermListener;

/** A listener that ignores terms. */
final class Silent implements TermListener {
    @Override
    public void begins(Term term) {}

    @Override
    public void ends() {}
}
