package io.hdfsthrottle.cli.feature.timeline;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;

/**
 * A live screen on a terminal that can be drawn on: asks each second on a thread of its own, so keys are heard while a
 * coordinator is slow. However it ends, the terminal is as it was before.
 */
final class Screen {
    private static final Duration REFRESH = Duration.ofSeconds(1);
    private static final long KEYS_MILLIS = 100;
    private static final int ENDED = -1;

    private final Terminal terminal;
    private final Asking asking;
    private final Supplier<String> time;
    private final Ticker ticker;
    private final AtomicBoolean interrupted = new AtomicBoolean();

    /** Asks a coordinator. */
    @FunctionalInterface
    interface Asking {
        /** What is to be seen, so many rows of each kind at most. */
        Usage ask(View view, int rows) throws InterruptedException;
    }

    /** @param time the time of day, for people */
    Screen(Terminal terminal, Asking asking, Supplier<String> time, Ticker ticker) {
        this.terminal = terminal;
        this.asking = asking;
        this.time = time;
        this.ticker = ticker;
    }

    /** Shows it until the user has seen enough. */
    void show(View first) throws IOException {
        Attributes before = terminal.enterRawMode();
        AtomicBoolean restored = new AtomicBoolean();
        Runnable restore = () -> {
            if (restored.compareAndSet(false, true)) {
                terminal.puts(Capability.cursor_normal);
                if (!terminal.puts(Capability.exit_ca_mode)) {
                    terminal.puts(Capability.clear_screen);
                }
                terminal.flush();
                terminal.setAttributes(before);
            }
        };
        Thread hook = new Thread(restore, "hdfs-throttle-top-restore");
        Runtime.getRuntime().addShutdownHook(hook);
        ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
            Thread asker = new Thread(work, "hdfs-throttle-top");
            asker.setDaemon(true);
            return asker;
        });
        try {
            SignalHandler unused = terminal.handle(Signal.INT, signal -> interrupted.set(true));
            unused = terminal.handle(Signal.TSTP, SignalHandler.SIG_IGN);
            terminal.puts(Capability.enter_ca_mode);
            terminal.puts(Capability.clear_screen);
            terminal.puts(Capability.cursor_invisible);
            refresh(first, thread);
        } finally {
            thread.shutdownNow();
            restore.run();
            forget(hook);
        }
    }

    private static void forget(Thread hook) {
        try {
            boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // it runs already, and finds nothing left to do
        }
    }

    private void refresh(View first, ExecutorService thread) throws IOException {
        Display display = new Display(terminal, true);
        View view = first;
        Usage usage = Usage.NOTHING;
        CompletableFuture<Usage> answer = ask(view, thread);
        long asked = ticker.nanos();
        String when = time.get();
        while (!view.over()) {
            if (answer != null && answer.isDone()) {
                usage = told(answer, usage);
                answer = null;
                when = time.get();
            }
            draw(display, Frame.screen(usage, view, Frame.title(view, when), height()));
            int key = terminal.reader().read(KEYS_MILLIS);
            View next = interrupted.get() || key == ENDED ? view.end() : key < 0 ? view : view.after(key);
            boolean isOther = next.sort() != view.sort() || !next.filter().equals(view.filter());
            view = next;
            if (answer == null && (isOther || isDue(view, asked))) {
                answer = ask(view, thread);
                asked = ticker.nanos();
            }
        }
    }

    private boolean isDue(View view, long asked) {
        return !view.paused() && ticker.nanos() - asked >= REFRESH.toNanos();
    }

    private CompletableFuture<Usage> ask(View view, ExecutorService thread) {
        int rows = height();
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return asking.ask(view, rows);
                    } catch (InterruptedException over) {
                        Thread.currentThread().interrupt();
                        throw new CancellationException("the screen is left");
                    }
                },
                thread);
    }

    /** What was answered, or what was known before with the reason why there is nothing new. */
    private static Usage told(CompletableFuture<Usage> answer, Usage before) {
        try {
            return answer.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof Failure failure) {
                return new Usage(failure.getMessage(), before.tenants(), before.rest(), before.isPast());
            }
            throw failed;
        }
    }

    private int height() {
        int rows = terminal.getHeight();
        return rows > 0 ? rows : 24;
    }

    private void draw(Display display, List<String> lines) {
        int columns = terminal.getWidth() > 0 ? terminal.getWidth() : Frame.COLUMNS;
        display.resize(height(), columns);
        List<AttributedString> drawn = new ArrayList<>(); // which the display changes
        lines.forEach(line -> drawn.add(new AttributedString(line).columnSubSequence(0, columns)));
        display.update(drawn, 0);
    }
}
