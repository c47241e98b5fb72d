package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** Seeded text: the same whole lines of about a mebibyte, repeated, with so many words or links each. Immutable. */
public record SeededText(String chunk, long countInChunk) {

    public static final int PAGES = 20_000; // links go from and to so many
    private static final int DIFFERENT_WORDS = 5_000;

    private static SeededText of(IntFunction<String> next, String end) {
        StringBuilder text = new StringBuilder();
        int count = 0;
        while (text.length() < 1 << 20) {
            text.append(next.apply(count++));
        }
        return new SeededText(text.append(end).toString(), count);
    }

    /** Words in lines of ten; the same for the same seed. */
    public static SeededText words(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return of(i -> "word-" + random.nextInt(DIFFERENT_WORDS) + (i % 10 == 9 ? '\n' : ' '), "\n");
    }

    /** Links between pages, one a line: from and to; every page has links in both directions. */
    public static SeededText links(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        IntFunction<String> drawn = i -> random.nextInt(PAGES) + " " + random.nextInt(PAGES) + "\n";
        return of(i -> i < PAGES ? i + " " + (i + 1) % PAGES + "\n" : drawn.apply(i), "");
    }

    public void write(Hdfs client, String path, int mebibytes) throws IOException {
        byte[] bytes = chunk.getBytes(StandardCharsets.US_ASCII);
        try (OutputStream out = client.create(path)) {
            for (int i = 0; i < mebibytes; i++) {
                out.write(bytes);
            }
        }
    }
}
