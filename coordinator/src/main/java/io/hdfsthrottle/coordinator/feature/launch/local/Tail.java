package io.hdfsthrottle.coordinator.feature.launch.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The last 64 KiB of programs' output. Thread-safe. */
final class Tail {
    static final int BYTES = 64 << 10;
    private static final int PIECE_BYTES = 8 << 10;

    private final byte[] ring = new byte[BYTES];
    private long written;

    /** Reads a stream until its end. */
    void follow(InputStream in) {
        byte[] piece = new byte[PIECE_BYTES];
        try (in) {
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                add(piece, read);
            }
        } catch (IOException gone) {
            // its writer was ended: there is nothing more to come
        }
    }

    synchronized void add(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            ring[(int) (written++ % BYTES)] = bytes[i];
        }
    }

    /** The same of a file, however fast that grows; empty if there is none. */
    static String of(Path file) {
        Tail tail = new Tail();
        try (FileChannel in = FileChannel.open(file, LinkOption.NOFOLLOW_LINKS)) {
            in.position(Math.max(0, in.size() - BYTES - 1));
            byte[] end = Channels.newInputStream(in).readNBytes(BYTES + 1);
            tail.add(end, end.length);
        } catch (IOException none) {
            return "";
        }
        return tail.text();
    }

    /** What is kept, from the beginning of a line; also lines that were written over one another. */
    synchronized String text() {
        int length = (int) Math.min(written, BYTES);
        byte[] kept = new byte[length];
        for (int i = 0; i < length; i++) {
            kept[i] = ring[(int) ((written - length + i) % BYTES)];
        }
        String text =
                new String(kept, StandardCharsets.UTF_8).replace("\r\n", "\n").replace('\r', '\n');
        return written > BYTES ? text.substring(text.indexOf('\n') + 1) : text;
    }
}
