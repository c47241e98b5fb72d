package io.hdfsthrottle.bench.paper;

import java.util.Optional;

/**
 * What shows a part of a row: figures of a run, or a test; or what cannot be had, and why.
 *
 * @param shows what was measured or cannot be had, in one line; of a test the name of its class
 * @param paper what the paper states of it, or why it cannot be had; empty if nothing
 * @param run where it was measured; none for a test, or if it cannot be had
 * @param lessIsBetter whether a small figure is good
 * @param plain the figure under plain HDFS: its names in the JSON, with {@code >} between them; empty if there is none
 * @param ours the same of the figure with the hook
 * @param bars what the names of the bars contain that decide
 */
public record Proof(
        Kind kind,
        String shows,
        String paper,
        Optional<Run> run,
        boolean lessIsBetter,
        String plain,
        String ours,
        String bars) {

    enum Kind {
        FIGURE,
        TEST,
        RULED_OUT
    }

    static Proof test(String name) {
        return new Proof(Kind.TEST, name, "", Optional.empty(), true, "", "", "");
    }

    static Proof ruledOut(String what, String why) {
        return new Proof(Kind.RULED_OUT, what, why, Optional.empty(), true, "", "", "");
    }

    /** One of whose figures a small one is good. */
    static Proof small(Run run, String shows, String paper, String plain, String ours, String bars) {
        return new Proof(Kind.FIGURE, shows, paper, Optional.of(run), true, plain, ours, bars);
    }

    /** One of whose figures a large one is good. */
    static Proof large(Run run, String shows, String paper, String plain, String ours, String bars) {
        return new Proof(Kind.FIGURE, shows, paper, Optional.of(run), false, plain, ours, bars);
    }
}
