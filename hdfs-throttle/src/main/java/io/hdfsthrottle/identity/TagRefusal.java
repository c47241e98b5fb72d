package io.hdfsthrottle.identity;

/** Why a tag does not count. Whoever carries it is then served as somebody without one. */
public enum TagRefusal {

    /** It names a living application, and no living key signed it for that application's user and start. */
    FORGED,

    /** It names no application that is alive. */
    DEAD,

    /** It is right, and the block token that was shown with it is another user's. */
    CROSS_USER,

    /** It ends as tags do, and is none. */
    MALFORMED,

    /** It is in a client name longer than any with a tag; longer names are not looked at. */
    OVERSIZE
}
