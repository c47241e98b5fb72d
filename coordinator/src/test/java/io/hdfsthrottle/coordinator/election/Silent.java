package io.hdfsthrottle.coordinator.election;

/** A listener that ignores terms. */
final class Silent implements TermListener {
    @Override
    public void begins(Term term) {}

    @Override
    public void ends() {}
}
