package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Seeded text: the same whole lines of about a mebibyte, repeated. Immutable. */
public final class SeededText {

    /** How many different pages links go from and to. */
    public static final int PAGES = 20_000;

    private static final int CHUNK_BYTES = 1 << 20;
    private static final int DIFFERENT_WORDS = 5_000;
    private static final int WORDS_IN_A_LINE = 10;

    private final byte[] chunk;
    private final long countInChunk;

    private SeededText(StringBuilder chunk, long countInChunk) {
        this.chunk = chunk.toString().getBytes(StandardCharsets.US_ASCII);
        this.countInChunk = countInChunk;
    }

    /** One mebibyte of the text. */
    byte[] chunk() {
        return chunk.clone();
    }

    /** How many words or links each mebibyte has. */
    public long countInChunk() {
        return countInChunk;
    }

    /** Words in lines of ten; the same for the same seed. */
    public static SeededText words(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder(CHUNK_BYTES);
        long words = 0;
        while (text.length() < CHUNK_BYTES) {
            words++;
            text.append("word-").append(random.nextInt(DIFFERENT_WORDS));
            text.append(words % WORDS_IN_A_LINE == 0 ? '\n' : ' ');
        }
        text.append('\n');
        return new SeededText(text, words);
    }

    /**
     * Links between pages, one a line: from and to; every page has links in both directions. The same for the same
     * seed.
     */
    public static SeededText links(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder(CHUNK_BYTES);
        long links = 0;
        while (text.length() < CHUNK_BYTES) {
            int from = links < PAGES ? (int) links : random.nextInt(PAGES);
            int to = links < PAGES ? (from + 1) % PAGES : random.nextInt(PAGES);
            text.append(from).append(' ').append(to).append('\n');
            links++;
        }
        return new SeededText(text, links);
    }

    /** Writes so many mebibytes. */
    public void write(Hdfs client, String path, int mebibytes) throws IOException {
        try (OutputStream out = client.create(path)) {
            for (int i = 0; i < mebibytes; i++) {
                out.write(chunk);
            }
        }
    }
}
