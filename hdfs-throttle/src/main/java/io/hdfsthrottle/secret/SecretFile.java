package io.hdfsthrottle.secret;

import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The content of a file of secrets, read again when the file changes or a link on the way to it leads elsewhere, so that
 * secrets are replaced without a restart. A new version that cannot be used leaves the one before in force, with one
 * line in the log. Thread-safe; secrets are never logged, and no exception shows one.
 *
 * @param <T> the type of the parsed content
 */
public final class SecretFile<T> implements Supplier<T> {

    /** The longest time until a change is seen. */
    public static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    /** What a token is, for messages. */
    public static final String TOKEN_RULE = "16 to 512 printable ASCII characters";

    private static final String ATTRIBUTES = "unix:mode,uid,gid,dev,ino,size,lastModifiedTime,ctime";
    private static final int GROUP_READS = 040;
    private static final int OTHERS_CHANGE = 022;
    private static final int OTHERS_USE = 037; // all but reading by a group of this process
    private static final Pattern TOKEN = Pattern.compile("[ -~]{16,512}");
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

    /** Checks and reads a file. */
    @FunctionalInterface
    private interface Reader {
        List<String> lines(Path file) throws IOException;
    }

    private final Path file;
    private final Reader reader;
    private final Parser<T> parser;
    private final Ticker ticker;
    private volatile Version<T> current;
    private volatile long lookedNanos;

    /** The content that was read, and the file's attributes then; none of a file that was missing. */
    private static final class Version<T> {
        private final Map<String, Object> attributes;
        private final T content;

        Version(Map<String, Object> attributes, T content) {
            this.attributes = attributes;
            this.content = content;
        }
    }

    private SecretFile(Path file, Reader reader, Parser<T> parser, Ticker ticker) throws IOException {
        this.file = file;
        this.reader = reader;
        this.parser = parser;
        this.ticker = ticker;
        this.current = new Version<>(attributes(file), read(file, reader, parser)); // a change meanwhile is seen later
        this.lookedNanos = ticker.nanos();
    }

    /**
     * Reads a file for the first time.
     *
     * @throws IOException if it cannot be read, others may use it, or its lines are invalid; the message names the file
     */
    public static <T> SecretFile<T> open(Path file, Parser<T> parser, Ticker ticker) throws IOException {
        return new SecretFile<>(file, SecretFile::ofOwner, parser, ticker);
    }

    /**
     * Reads a PEM file for the first time; text around what it holds may be in any encoding (RFC 7468).
     *
     * @param secret whether others must not read it; they never may change it
     * @throws IOException if it cannot be read, others may use or change it, or its lines are invalid; the message
     *     names the file
     */
    public static <T> SecretFile<T> openPem(Path file, boolean secret, Parser<T> parser, Ticker ticker)
            throws IOException {
        return new SecretFile<>(file, secret ? SecretFile::pemOfOwner : SecretFile::publicPem, parser, ticker);
    }

    /**
     * Checks that only its owner, and a group of this process, may use a file, as must be for every file of secrets.
     *
     * @throws IOException if others may, or it is missing; the message names the file
     */
    public static void refuseOthers(Path file) throws IOException {
        TextFile.refuseFolder(file);
        refuseOthers(file, attributes(file), ThisProcess.current());
    }

    /**
     * The token that is a file's only line, whoever may read it: users are given theirs in files of many kinds.
     *
     * @throws IOException if it cannot be read or holds no token; the message names the file
     */
    public static String token(Path file) throws IOException {
        return read(file, TextFile::lines, SecretFile::token);
    }

    /** The token that is the only line, and has to be there. */
    public static String token(List<String> lines) {
        return onlyLine(lines, TOKEN, "the token: " + TOKEN_RULE);
    }

    /** Whether that can be a token, and so be sent in a header. */
    public static boolean isToken(String text) {
        return TOKEN.matcher(text).matches();
    }

    /**
     * The line that is the only one besides empty ones.
     *
     * @param what what it has to be, for messages
     * @throws IllegalArgumentException if there is none or several, or it does not match; the message does not show it
     */
    public static String onlyLine(List<String> lines, Pattern permitted, String what) {
        List<String> written = lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.toList());
        if (written.size() != 1 || !permitted.matcher(written.get(0)).matches()) {
            int count = written.size();
            throw new IllegalArgumentException("the file must hold one line, " + what + "; "
                    + (count == 0
                            ? "it is empty"
                            : count == 1 ? "its line is not that" : "it has " + count + " lines"));
        }
        return written.get(0);
    }

    private static Map<String, Object> attributes(Path file) throws IOException {
        try {
            return Files.readAttributes(file, ATTRIBUTES);
        } catch (UnsupportedOperationException | IllegalArgumentException unknown) {
            throw new IOException("nobody can tell who may use " + file + ": " + unknown.getMessage(), unknown);
        } catch (IOException unreadable) {
            throw TextFile.explained(file, unreadable);
        }
    }

    /** Who may use it, as said by these attributes; links count as the file that they lead to. */
    static void refuseOthers(Path file, Map<String, Object> attributes, ThisProcess self) throws IOException {
        int mode = (Integer) attributes.get("mode");
        int owner = (Integer) attributes.get("uid");
        int group = (Integer) attributes.get("gid");
        if ((mode & OTHERS_USE) != 0) {
            throw new IOException("others than its owner may use " + file + ", whose mode is "
                    + octal(mode) + "; chmod 600 it, or 640 for a group of this process alone"
                    + " (defaultMode: 0440 and an fsGroup for a Secret of Kubernetes)");
        }
        if ((mode & GROUP_READS) != 0 && !self.isIn(group)) {
            throw new IOException("the group " + Integer.toUnsignedString(group) + ", which " + self
                    + " is not in, may read " + file + "; chmod 600 it, or let that user be in the group"
                    + " (fsGroup for a Secret of Kubernetes)");
        }
        if (owner != self.user() && owner != ThisProcess.ROOT && self.user() != ThisProcess.ROOT) {
            throw new IOException(file + " belongs to the user " + Integer.toUnsignedString(owner)
                    + ", who may change it; chown it to " + self + " or root");
        }
    }

    private static String octal(int mode) {
        return String.format(Locale.ROOT, "%04o", mode & 07777);
    }

    private static List<String> ofOwner(Path file) throws IOException {
        refuseOthers(file);
        return TextFile.lines(file);
    }

    private static List<String> pemOfOwner(Path file) throws IOException {
        refuseOthers(file);
        return TextFile.ofPem(file);
    }

    private static List<String> publicPem(Path file) throws IOException {
        TextFile.refuseFolder(file);
        int mode = (Integer) attributes(file).get("mode");
        if ((mode & OTHERS_CHANGE) != 0) {
            throw new IOException(
                    "others than its owner may change " + file + ", whose mode is " + octal(mode) + "; chmod go-w it");
        }
        return TextFile.ofPem(file);
    }

    private static <T> T read(Path file, Reader reader, Parser<T> parser) throws IOException {
        List<String> lines = reader.lines(file);
        try {
            return parser.parse(lines);
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
        Map<String, Object> found = Map.of();
        try {
            found = Files.exists(file) ? attributes(file) : found;
            if (!found.equals(before.attributes)) {
                current = new Version<>(found, read(file, reader, parser));
                LOG.info("{} has changed and was read again", file);
            }
        } catch (IOException unusable) {
            LOG.warn("What {} said before stays in force: {}", file, unusable.getMessage());
            current = new Version<>(found, before.content); // logged once
        }
    }
}
