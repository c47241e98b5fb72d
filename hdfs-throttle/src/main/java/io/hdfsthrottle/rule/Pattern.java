package io.hdfsthrottle.rule;

/** A rule's pattern for one fact; {@code toString} is its written form. Immutable. */
interface Pattern {

    /** Whether a fact of that text matches. Time linear in it, or nearly. */
    boolean matches(String text);
}
