package io.hdfsthrottle.bench.scenario.trust;

/** What is wrong with a tag that a client comes with, and the figure of the hook that has to count it. */
enum Hostility {
    /** Nobody signed it. */
    FORGED("ForgedTags"),
    /** It is another user's, copied as it is from a log. */
    COPIED("CrossUserTags"),
    /** It was right once, and its application has ended. */
    REPLAYED("DeadTags"),
    /** It is right, and was signed for an application of a third user. */
    CROSS_USER("CrossUserTags"),
    /** It is written as no tag is. */
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
