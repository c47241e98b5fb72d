package io.hdfsthrottle.secret;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads a text file that people write: UTF-8 with or without a byte order mark, of at most a mebibyte. Every refusal
 * names the file, the reason and what helps, and shows nothing of what the file holds.
 */
public final class TextFile {

    private static final int LARGEST = 1 << 20;

    private TextFile() {}

    /**
     * The file's lines, without their ends.
     *
     * @throws IOException if it cannot be read, or is no such text
     */
    public static List<String> lines(Path file) throws IOException {
        List<String> lines = decoded(file, StandardCharsets.UTF_8).lines().collect(Collectors.toList());
        for (int i = 0; i < lines.size(); i++) {
            int control =
                    lines.get(i).chars().filter(TextFile::isControl).findFirst().orElse(-1);
            if (control >= 0) {
                String name = "U+" + Integer.toHexString(0x10000 + control).substring(1);
                throw new IOException(file + ": line " + (i + 1) + " has the control character " + name
                        + "; delete it, or save the file as text in UTF-8");
            }
        }
        return lines;
    }

    private static boolean isControl(int character) {
        return Character.isISOControl(character) && character != '\t';
    }

    /** The lines of a PEM file, in which text of any encoding may stand around what counts (RFC 7468). */
    static List<String> ofPem(Path file) throws IOException {
        return decoded(file, StandardCharsets.ISO_8859_1).lines().collect(Collectors.toList());
    }

    private static String decoded(Path file, Charset charset) throws IOException {
        byte[] bytes = bytes(file);
        if (begins(bytes, 0xFE, 0xFF) || begins(bytes, 0xFF, 0xFE)) {
            throw new IOException(file + " is in UTF-16; save it in UTF-8");
        }
        int mark = begins(bytes, 0xEF, 0xBB, 0xBF) ? 3 : 0;
        ByteBuffer in = ByteBuffer.wrap(bytes, mark, bytes.length - mark);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        if (charset.newDecoder().decode(in, out, true).isError()) {
            String before = new String(bytes, 0, in.position(), StandardCharsets.UTF_8);
            throw new IOException(file + ": line " + before.split("\\R", -1).length
                    + " is not in UTF-8; save the file in UTF-8, for example by iconv -f LATIN1 -t UTF-8");
        }
        return out.flip().toString();
    }

    private static boolean begins(byte[] bytes, int... mark) {
        for (int i = 0; i < mark.length; i++) {
            if (i >= bytes.length || bytes[i] != (byte) mark[i]) {
                return false;
            }
        }
        return true;
    }

    private static byte[] bytes(Path file) throws IOException {
        refuseFolder(file);
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new IOException(file + " is larger than " + LARGEST + " bytes; name another file");
            }
            return bytes;
        } catch (IOException unreadable) {
            throw explained(file, unreadable);
        }
    }

    static void refuseFolder(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a folder; name the file in it");
        }
    }

    /** The same refusal in words, where the JDK's message is the file's name alone. */
    static IOException explained(Path file, IOException unreadable) {
        if (unreadable instanceof NoSuchFileException) {
            return new IOException(file + " is missing", unreadable);
        }
        if (unreadable instanceof AccessDeniedException) {
            String user = ThisProcess.current().toString();
            return new IOException(
                    file + " cannot be read by " + user
                            + ", which runs this; chown it to that user, or let a group of it read"
                            + " the file (defaultMode: 0440 and an fsGroup for a Secret of Kubernetes)",
                    unreadable);
        }
        return unreadable;
    }
}
