package io.hdfsthrottle.bench;

import java.util.List;

/** One piece of evidence: measures the uncontrolled and the controlled run and holds the figures against bars. */
interface Scenario {

    /** What it is called on the command line; its files are called so too. */
    String name();

    /** What it shows, in one line. */
    String shows();

    /** The cases that can be played alone, by name; none if it is all of one piece. */
    default List<String> cases() {
        return List.of();
    }

    /** Whether it starts a DataNode. */
    default boolean startsDataNode() {
        return true;
    }

    /** Whether it makes a slow disk. */
    default boolean makesDisk() {
        return true;
    }

    /** Measures. Everything that must be cleaned up is given to the stage. */
    Outcome play(Stage stage) throws Exception;
}
