package io.hdfsthrottle.coordinator.election;

/** Is told of terms, and does nothing. */
final class Silent implements TermListener {
    @Override
    public void begins(Term term) {}

    @Override
    public void ends() {}
}
