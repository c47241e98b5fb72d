package io.hdfsthrottle.quickstart;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows progress to the user: a moving bar on a terminal, plain lines elsewhere. */
final class Progress {

    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream out;
    private final int columns;
    private final boolean terminal;
    private volatile boolean hushed;

    /** Writes to a terminal of so many columns; to none, but perhaps to a file, if 0. */
    Progress(PrintStream out, int columns) {
        this.out = out;
        this.columns = columns;
        this.terminal = columns > 0;
    }

    /** Stops drawing, because other output follows. */
    void hush() {
        hushed = true;
    }

    private void redraw(String line) {
        if (!hushed) {
            out.print(CLEAR + line);
            out.flush();
        }
    }

    void say(String line) {
        out.println(line);
    }

    /** Runs a step and prints its duration. */
    <T> T step(String what, Callable<T> work) throws Exception {
        Instant start = Instant.now();
        if (terminal) {
            redraw("  · " + what + " ...");
        }
        T made;
        try {
            made = work.call();
        } catch (Exception e) {
            out.println();
            throw e;
        }
        done(what, Duration.between(start, Instant.now()));
        return made;
    }

    private void done(String what, Duration time) {
        out.printf(Locale.ROOT, "%s  ✓ %-58s %5.1f s%n", terminal ? CLEAR : "", what, time.toMillis() / 1e3);
    }

    /** A bar of so many seconds; the line has room for a brief name only. */
    Bar bar(String what, String briefly, Duration length) {
        return new Bar(what, briefly, length);
    }

    /** Shows the elapsed part of a period, and a few words on the current state. */
    final class Bar implements AutoCloseable {

        private final String what;
        private final Duration length;
        private final ProgressBar shown;
        private boolean closed;

        private Bar(String what, String briefly, Duration length) {
            this.what = what;
            this.length = length;
            this.shown = terminal ? visible(briefly, length) : null;
            if (!terminal) {
                out.println("  · " + what + ", " + length.toSeconds() + " s");
            }
        }

        private ProgressBar visible(String briefly, Duration length) {
            return new ProgressBarBuilder()
                    .setTaskName("  · " + briefly)
                    .setInitialMax(length.toSeconds())
                    .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                    .setUpdateIntervalMillis(200)
                    .setConsumer(new DelegatingProgressBarConsumer(Progress.this::redraw, columns - 1))
                    .hideEta()
                    .build();
        }

        void at(Duration elapsed, String now) {
            if (shown != null) {
                shown.stepTo(Math.max(0, elapsed.toSeconds()));
                shown.setExtraMessage(" " + now);
            }
        }

        void done(String result) {
            if (shown != null) {
                closed = true;
                shown.close();
            }
            Progress.this.done(what, length);
            out.println("      " + result);
        }

        @Override
        public void close() {
            if (shown != null && !closed) {
                closed = true;
                shown.close();
                out.println();
            }
        }
    }
}
