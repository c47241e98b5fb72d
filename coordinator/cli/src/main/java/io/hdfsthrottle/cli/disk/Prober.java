package io.hdfsthrottle.cli.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Something that can use a file in one way for a while and tell how much it moved. */
interface Prober extends AutoCloseable {

    /** What it is, for people: {@code fio-3.36}. */
    String name();

    /** Whether it goes past the page cache on that file. */
    boolean isDirect(Path file);

    /**
     * Uses the file.
     *
     * @param file one that is there, of that many bytes that were really written
     * @throws IOException if it cannot; the message says why
     */
    Run run(Access access, Path file, long size, Duration length) throws IOException, InterruptedException;

    /** Ends what is under way. Idempotent. */
    @Override
    void close();
}
