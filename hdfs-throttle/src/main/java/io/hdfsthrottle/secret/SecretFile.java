package io.hdfsthrottle.secret;

import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The content of a file of secrets, read again when the file changes, so that secrets are replaced without a restart. A
 * new version that cannot be used leaves the one before in force, with one line in the log. Thread-safe; secrets are
 * never logged.
 *
 * @param <T> the type of the parsed content
 */
public final class SecretFile<T> implements Supplier<T> {

    /** The longest time until a change is seen. */
    public static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private static final Set<PosixFilePermission> USE_BY_OTHERS = PosixFilePermissions.fromString("---rwxrwx");
    private static final Set<PosixFilePermission> CHANGE_BY_OTHERS = PosixFilePermissions.fromString("----w--w-");
    private static final long LARGEST = 1 << 20;
    private static final Logger LOG = LoggerFactory.getLogger(SecretFile.class);

    /** Reads a file's lines. */
    @FunctionalInterface
    public interface Parser<T> {
        /**
         * Parses the lines.
         *
         * @throws IllegalArgumentException if they are invalid; the message shows no secret
         */
        T parse(List<String> lines);
    }

    private final Path file;
    private final Set<PosixFilePermission> refused;
    private final Parser<T> parser;
    private final Ticker ticker;
    private volatile Version<T> current;
    private volatile long lookedNanos;

    /** The content that was read, and the file's attributes then. */
    private static final class Version<T> {
        private final FileTime modified;
        private final long size;
        private final T content;

        Version(FileTime modified, long size, T content) {
            this.modified = modified;
            this.size = size;
            this.content = content;
        }

        boolean isOf(FileTime otherModified, long otherSize) {
            return Objects.equals(modified, otherModified) && size == otherSize;
        }
    }

    private SecretFile(Path file, Set<PosixFilePermission> refused, Parser<T> parser, Ticker ticker)
            throws IOException {
        this.file = file;
        this.refused = refused;
        this.parser = parser;
        this.ticker = ticker;
        this.current = read();
        this.lookedNanos = ticker.nanos();
    }

    /**
     * Reads a file for the first time.
     *
     * @throws IOException if it is missing, others than its owner may use it, or its lines are invalid; the message
     *     names the file
     */
    public static <T> SecretFile<T> open(Path file, Parser<T> parser, Ticker ticker) throws IOException {
        return new SecretFile<>(file, USE_BY_OTHERS, parser, ticker);
    }

    /**
     * Reads a file for the first time that every user may read but its owner alone may change, for instance one of
     * certificates.
     *
     * @throws IOException if it is missing, others than its owner may change it, or its lines are invalid; the message
     *     names the file
     */
    public static <T> SecretFile<T> openPublic(Path file, Parser<T> parser, Ticker ticker) throws IOException {
        return new SecretFile<>(file, CHANGE_BY_OTHERS, parser, ticker);
    }

    /**
     * Checks that only its owner may use a file, as must be for every file of secrets.
     *
     * @throws IOException if other users may, or it is missing; the message names the file
     */
    public static void refuseOthers(Path file) throws IOException {
        check(file, USE_BY_OTHERS);
    }

    private static void check(Path file, Set<PosixFilePermission> refused) throws IOException {
        if (Files.getPosixFilePermissions(file).stream().anyMatch(refused::contains)) {
            throw new IOException(
                    refused.equals(USE_BY_OTHERS)
                            ? "others than its owner may use " + file + "; chmod 600 it"
                            : "others than its owner may change " + file + "; chmod go-w it");
        }
    }

    private Version<T> read() throws IOException {
        try {
            FileTime modified =
                    Files.getLastModifiedTime(file); // asked first: a change meanwhile is seen the next time
            check(file, refused);
            long size = Files.size(file);
            if (size > LARGEST) {
                throw new IOException(file + " is larger than " + LARGEST + " bytes");
            }
            return new Version<>(modified, size, parser.parse(Files.readAllLines(file, StandardCharsets.UTF_8)));
        } catch (NoSuchFileException missing) {
            throw new IOException(file + " is missing", missing);
        } catch (IllegalArgumentException malformed) {
            throw new IOException(file + ": " + malformed.getMessage(), malformed);
        }
    }

    /** The file's current content, or that of its last readable version. */
    @Override
    public T get() {
        long now = ticker.nanos();
        if (now - lookedNanos >= LOOK_AGAIN.toNanos()) {
            lookedNanos = now;
            refresh();
        }
        return current.content;
    }

    private synchronized void refresh() {
        Version<T> before = current;
        FileTime modified = null;
        long size = 0;
        try {
            modified = Files.getLastModifiedTime(file);
            size = Files.size(file);
            if (!before.isOf(modified, size)) {
                current = read();
                LOG.info("{} has changed and was read again", file);
            }
        } catch (IOException unusable) {
            LOG.warn("What {} said before stays in force: {}", file, unusable.getMessage());
            current = new Version<>(modified, size, before.content); // logged once
        }
    }
}
