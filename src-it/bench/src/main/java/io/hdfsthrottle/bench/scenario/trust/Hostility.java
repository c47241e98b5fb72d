package io.hdfsthrottle.bench.scenario.trust;

/** The defect of a client's tag, and the figure of the hook that has to count it. */
enum Hostility {
    /** Its signature is invalid. */
    FORGED("ForgedTags"),
    /** It is another user's, copied unchanged from a log. */
    COPIED("CrossUserTags"),
    /** It was valid once, and its application has ended. */
    REPLAYED("DeadTags"),
    /** It is valid, and was signed for an application of a third user. */
    CROSS_USER("CrossUserTags"),
    /** It is not in the format of a tag. */
    MALFORMED("MalformedTags"),
    /** It is in a name that is far too long. */
    OVERSIZE("OversizeTags");

    private final String figure;

    Hostility(String figure) {
        this.figure = figure;
    }

    String figure() {
        return figure;
    }
}
