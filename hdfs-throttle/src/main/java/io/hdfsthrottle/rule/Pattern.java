package io.hdfsthrottle.rule;

/** What a rule asks of one fact; {@code toString} is what was written. Immutable. */
interface Pattern {

    /** Whether a fact of that text is meant. Time linear in it, or nearly. */
    boolean matches(String text);
}
