package io.hdfsthrottle.simulation;

/** Something that goes on at a moment that it asked the {@link Timeline} for. */
interface Actor {

    /** The moment has come. */
    void wake();
}
