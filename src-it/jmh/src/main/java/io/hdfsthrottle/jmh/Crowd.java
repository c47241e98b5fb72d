package io.hdfsthrottle.jmh;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.hdfsthrottle.setting.SettingException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Makes the calls of a limiter with hundreds of threads per processor.
 *
 * <p>Every thread arrives independently, out of a short sleep, and all calls of all threads in a window of time are
 * counted, so it does not matter which of them were scheduled. First, a few threads rehearse all of it several times:
 * beside a crowd, the compiler's threads are not scheduled for minutes, and code that ran with few threads is compiled
 * anew as soon as it takes any new branch.
 */
public final class Crowd {
    /** The controller checks once a second for ended threads and then reserves nothing for them. */
    private static final long LEAVING_MILLIS = 2_500;

    private static final int MOST_UNSAID = 1_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final int WAITING = -2;
    private static final int WARMING = -1;

    private final Supplier<Runnable> limiter;
    private final LongAdder[] calls;
    private final long[] elapsed;
    private final long[] busy;
    private long bytes;
    private volatile int window = WAITING;

    private Crowd(Supplier<Runnable> limiter, int windows) {
        this.limiter = limiter;
        this.calls = Stream.generate(LongAdder::new).limit(windows).toArray(LongAdder[]::new);
        this.elapsed = new long[windows];
        this.busy = new long[windows];
    }

    /**
     * Prints a line for each window: nanoseconds per call, for the calling thread; CPU nanoseconds per call, of all
     * threads including those of the measured code; and bytes per call that all threads allocated.
     *
     * @param arguments the number of threads, the number of windows, their length in milliseconds, and the limiter,
     * as in {@code stockThrottler} or {@code readAhead free_every_byte}
     */
    public static void main(String[] arguments) throws IOException, SettingException, InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        int windows = Integer.parseInt(arguments[1]);
        Supplier<Runnable> limiter = Limiters.named(arguments[3]);
        for (int rehearsal = 0; rehearsal < 8; rehearsal++) {
            for (Thread thread : new Crowd(limiter, windows).play(16, 100, 100)) {
                thread.join(LEAVING_MILLIS);
            }
        }
        TimeUnit.MILLISECONDS.sleep(LEAVING_MILLIS);
        Crowd crowd = new Crowd(limiter, windows);
        List<Thread> unused = crowd.play(threads, 1_000, Long.parseLong(arguments[2]));
        // Threads inside a call have not reported their number of calls yet.
        TimeUnit.SECONDS.sleep(1);
        crowd.print(threads);
        Runtime.getRuntime().halt(0); // ending a crowd of threads takes longer than all measurements
    }

    private List<Thread> play(int threads, long warmingMillis, long windowMillis) throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(threads);
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(null, () -> live(ready), "caller-" + i, 256 << 10);
            thread.setDaemon(true);
            thread.start();
            callers.add(thread);
        }
        ready.await();
        window = WARMING;
        TimeUnit.MILLISECONDS.sleep(warmingMillis);
        bytes -= allocated();
        long from = System.nanoTime();
        long processor = PROCESS.getProcessCpuTime();
        window = 0;
        for (int i = 0; i < calls.length; i++) {
            TimeUnit.MILLISECONDS.sleep(windowMillis);
            window = i + 1;
            elapsed[i] = System.nanoTime() - from;
            from += elapsed[i];
            busy[i] = PROCESS.getProcessCpuTime() - processor;
            processor += busy[i];
        }
        bytes += allocated();
        return callers;
    }

    private static long allocated() {
        LongStream all = LongStream.of(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()));
        return all.filter(known -> known > 0).sum();
    }

    private void print(int threads) {
        double total = Stream.of(calls).mapToLong(LongAdder::sum).sum();
        long known = Math.max(0, bytes); // a thread of the JVM that has ended takes its count along
        for (int i = 0; i < calls.length; i++) {
            double made = calls[i].sum();
            double each = elapsed[i] * threads / made;
            System.out.printf(Locale.ROOT, "%.3f %.3f %.6f%n", each, busy[i] / made, known / total);
        }
        System.out.flush();
    }

    private void live(CountDownLatch ready) {
        Runnable call = limiter.get();
        ready.countDown(); // before its first call: a thread that holds a piece without returning blocks others
        while (window == WAITING) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
        for (int now = window; now < calls.length; now = window) {
            long made = callSome(call, now);
            if (now >= 0) {
                calls[now].add(made);
            }
        }
    }

    /** Reports the number at short intervals, because some threads are not scheduled for seconds. */
    private long callSome(Runnable call, int during) {
        long made = 0;
        while (made < MOST_UNSAID && window == during) {
            call.run();
            made++;
        }
        return made;
    }
}
