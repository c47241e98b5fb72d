package io.hdfsthrottle.queue;

/** How a piece ended that the disk was asked for. */
enum Completion {
    /** The disk has done it. */
    DONE,
    /** The disk could not do it. */
    FAILED,
    /** Nobody waited for it, or its file was closed meanwhile: it is no longer waited for. */
    UNKNOWN
}
