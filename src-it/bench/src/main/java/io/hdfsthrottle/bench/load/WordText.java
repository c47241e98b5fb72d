package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.cluster.Hdfs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** A text of seeded words, in lines of ten: the same piece of a mebibyte again and again. */
public final class WordText {

    private static final int CHUNK_BYTES = 1 << 20;
    private static final int DIFFERENT = 5_000;
    private static final int WORDS_IN_A_LINE = 10;

    private final byte[] chunk;
    private final long wordsInChunk;

    private WordText(byte[] chunk, long wordsInChunk) {
        this.chunk = chunk;
        this.wordsInChunk = wordsInChunk;
    }

    /** The piece. */
    byte[] chunk() {
        return chunk.clone();
    }

    /** How many words each piece has. */
    public long wordsInChunk() {
        return wordsInChunk;
    }

    /** The same words for the same seed. */
    public static WordText seeded(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder(CHUNK_BYTES);
        long words = 0;
        while (text.length() < CHUNK_BYTES) {
            words++;
            text.append("word-").append(random.nextInt(DIFFERENT));
            text.append(words % WORDS_IN_A_LINE == 0 ? '\n' : ' ');
        }
        text.append('\n');
        return new WordText(text.toString().getBytes(StandardCharsets.US_ASCII), words);
    }

    /** Writes so many chunks. */
    public void write(Hdfs client, String path, int chunks) throws IOException {
        try (OutputStream out = client.create(path)) {
            for (int i = 0; i < chunks; i++) {
                out.write(chunk);
            }
        }
    }
}
