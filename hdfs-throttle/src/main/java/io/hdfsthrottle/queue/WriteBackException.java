package io.hdfsthrottle.queue;

import java.io.IOException;

/**
 * The disk could not write what a stream has written so far. No error of ours: its cause has to reach whoever writes,
 * as if a sync of the file had reported it.
 */
public final class WriteBackException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** As the kernel reported it. */
    WriteBackException(IOException cause) {
        super(cause);
    }

    /** What the kernel reported. */
    public IOException reported() {
        return (IOException) getCause();
    }
}
