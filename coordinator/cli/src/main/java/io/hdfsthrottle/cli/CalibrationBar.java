package io.hdfsthrottle.cli;

import io.hdfsthrottle.identity.PlainText;
import java.io.PrintWriter;
import java.time.Duration;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows the progress of a calibration as a bar on a terminal, and nothing where there is no terminal. */
final class CalibrationBar implements AutoCloseable {
    private static final int COLUMNS = 79;

    /** Set by {@code bin/hdfs-throttle} if its standard error is one; Java 22's {@code System.console} cannot tell. */
    private static final String TERMINAL = "hdfs.throttle.terminal";

    private static final String CLEAR = "\r\u001b[K";

    private final ProgressBar shown;
    private final PrintWriter err;

    private CalibrationBar(ProgressBar shown, PrintWriter err) {
        this.shown = shown;
        this.err = err;
    }

    static CalibrationBar on(PrintWriter err, int steps, Duration each) {
        if (!Boolean.getBoolean(TERMINAL)) {
            return new CalibrationBar(null, err);
        }
        err.println("About " + each.multipliedBy(steps).toSeconds() + " s; Ctrl-C stops it and leaves nothing behind.");
        return new CalibrationBar(
                new ProgressBarBuilder()
                        .setTaskName("Measuring")
                        .setInitialMax(steps)
                        .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                        .setUpdateIntervalMillis(200)
                        .setConsumer(new DelegatingProgressBarConsumer(line -> redraw(err, line), COLUMNS))
                        .hideEta()
                        .build(),
                err);
    }

    private static void redraw(PrintWriter err, String line) {
        err.print(CLEAR + line);
        err.flush();
    }

    void at(int steps, String what) {
        if (shown != null) {
            shown.stepTo(steps);
            shown.setExtraMessage(" " + PlainText.of(what));
        }
    }

    @Override
    public void close() {
        if (shown != null) {
            shown.close();
            redraw(err, "");
        }
    }
}
