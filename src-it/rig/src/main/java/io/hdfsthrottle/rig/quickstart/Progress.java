package io.hdfsthrottle.rig.quickstart;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Tells a person what goes on: a bar that moves on a terminal, plain lines elsewhere. */
final class Progress {

    private final PrintStream out;
    private final boolean terminal;

    Progress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    void say(String line) {
        out.println(line);
    }

    /** Does a step and says how long it took. */
    <T> T step(String what, Callable<T> work) throws Exception {
        Instant start = Instant.now();
        if (terminal) {
            out.print("  · " + what + " ...");
            out.flush();
        }
        T made = work.call();
        out.print(terminal ? "\r\u001b[K" : "");
        done(what, Duration.between(start, Instant.now()));
        return made;
    }

    private void done(String what, Duration time) {
        out.printf(Locale.ROOT, "  ✓ %-58s %5.1f s%n", what, time.toMillis() / 1e3);
    }

    /** A bar of so many seconds. */
    Bar bar(String what, Duration length) {
        return new Bar(what, length);
    }

    /** Shows how far a stretch of time has gone, and a few words about the present. */
    final class Bar implements AutoCloseable {

        private final String what;
        private final Duration length;
        private final ProgressBar shown;

        private Bar(String what, Duration length) {
            this.what = what;
            this.length = length;
            this.shown = terminal ? visible(what, length) : null;
            if (!terminal) {
                out.println("  · " + what + ", " + length.toSeconds() + " s");
            }
        }

        private static ProgressBar visible(String what, Duration length) {
            return new ProgressBarBuilder()
                    .setTaskName("  · " + what)
                    .setInitialMax(length.toSeconds())
                    .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                    .setUpdateIntervalMillis(200)
                    .setMaxRenderedLength(110)
                    .hideEta()
                    .build();
        }

        void at(Duration elapsed, String now) {
            if (shown != null) {
                shown.stepTo(elapsed.toSeconds());
                shown.setExtraMessage(" " + now);
            }
        }

        void done(String result) {
            close();
            out.print(terminal ? "\u001b[1A\r\u001b[K" : "");
            Progress.this.done(what, length);
            out.println("      " + result);
        }

        @Override
        public void close() {
            if (shown != null) {
                shown.close();
            }
        }
    }
}
