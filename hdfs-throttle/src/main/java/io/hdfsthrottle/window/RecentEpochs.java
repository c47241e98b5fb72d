package io.hdfsthrottle.window;

/** What a disk moved in the last few epochs in which streams waited for it. Not thread-safe. */
final class RecentEpochs {

    private final long[] bytes;
    private final long[] nanos;
    private int next;
    private int known;

    RecentEpochs(int most) {
        this.bytes = new long[most];
        this.nanos = new long[most];
    }

    void add(long moved, long time) {
        bytes[next] = moved;
        nanos[next] = time;
        next = (next + 1) % bytes.length;
        known = Math.min(bytes.length, known + 1);
    }

    /** The rate of the fastest, in bytes a second; 0 if there is none. */
    double largest() {
        double largest = 0;
        for (int i = 0; i < known; i++) {
            largest = Math.max(largest, bytes[i] * 1e9 / nanos[i]);
        }
        return largest;
    }

    /** The rate of all of them; 0 if there is none. */
    double mean() {
        double all = 0;
        double time = 0;
        for (int i = 0; i < known; i++) {
            all += bytes[i];
            time += nanos[i];
        }
        return known == 0 ? 0 : all * 1e9 / time;
    }
}
