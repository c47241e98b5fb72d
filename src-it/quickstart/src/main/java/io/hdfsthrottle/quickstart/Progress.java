package io.hdfsthrottle.quickstart;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows progress to the user: a moving bar on a terminal, plain lines elsewhere. */
final class Progress {

    private static final long GLANCE_MILLIS = 250;

    private final PrintStream out;
    private final int columns;
    private volatile boolean hushed;

    /** Writes to a terminal of so many columns; to none, but perhaps to a file, if 0. */
    Progress(PrintStream out, int columns) {
        this.out = out;
        this.columns = columns;
    }

    /** Stops drawing, because other output follows. */
    void hush() {
        hushed = true;
    }

    void say(String line) {
        out.println(line);
    }

    private void redraw(String line) {
        if (columns > 0 && !hushed) {
            out.print("\r\u001b[K" + line);
            out.flush();
        }
    }

    <T> T step(String what, Callable<T> work) throws Exception {
        long start = System.nanoTime();
        redraw("  · " + what + " ...");
        T made = work.call();
        done(what, Duration.ofNanos(System.nanoTime() - start));
        return made;
    }

    private void done(String what, Duration time) {
        redraw("");
        out.printf(Locale.ROOT, "  ✓ %-58s %5.1f s%n", what, time.toMillis() / 1e3);
    }

    /** Waits until a period has passed, and shows how much of it has and a few words on the current state. */
    void watch(String what, String briefly, long startMillis, Duration length, Callable<String> now) throws Exception {
        if (columns == 0) {
            say("  · " + what + ", " + length.toSeconds() + " s");
        }
        try (ProgressBar bar = columns == 0 ? null : bar(briefly, length)) {
            for (long passed = 0; passed < length.toMillis(); passed = System.currentTimeMillis() - startMillis) {
                if (bar != null) {
                    bar.stepTo(Math.max(0, passed / 1000)).setExtraMessage(" " + now.call());
                }
                Thread.sleep(GLANCE_MILLIS);
            }
        }
        done(what, length);
    }

    private ProgressBar bar(String briefly, Duration length) {
        return new ProgressBarBuilder()
                .setTaskName("  · " + briefly)
                .setInitialMax(length.toSeconds())
                .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                .setUpdateIntervalMillis(200)
                .setConsumer(new DelegatingProgressBarConsumer(this::redraw, columns - 1))
                .hideEta()
                .build();
    }
}
