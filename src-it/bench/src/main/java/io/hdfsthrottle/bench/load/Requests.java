package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.bench.report.Isolation.Served;
import io.hdfsthrottle.bench.report.Latencies;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.DoubleStream;

/**
 * Threads whose requests are due at fixed instants, in seconds since the first. A late one is sent as soon as the one
 * before it is complete, and its time counts from when it was due: who is served badly does not request less.
 */
public final class Requests implements AutoCloseable {

    private final long begun = System.nanoTime();
    private final Read read;
    private final Closeable client;
    private final List<Turns> turns = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private final LongAdder failed = new LongAdder();

    /** Sends the request of that number and waits for the answer. */
    interface Read {

        void once(long number) throws IOException;
    }

    /** Starts so many threads, each of which sends one in each period, one after another if that is 0. */
    Requests(int threads, double period, Read read, Closeable client) {
        this.read = read;
        this.client = client;
        for (int i = 0; i < threads; i++) {
            Turns own = new Turns(i * period / threads, period);
            int first = i;
            turns.add(own);
            workers.add(Worker.start("requests-" + i, running -> send(running, own, first, threads)));
        }
    }

    private void send(BooleanSupplier running, Turns own, int first, int threads) {
        for (long number = first; running.getAsBoolean(); number += threads) {
            double due = own.due();
            while (running.getAsBoolean() && now() < due) {
                LockSupport.parkNanos((long) ((due - now()) * 1e9));
            }
            if (running.getAsBoolean()) {
                own.begun(now());
                try {
                    read.once(number);
                } catch (IOException refused) {
                    failed.increment();
                }
                own.done(now());
            }
        }
    }

    private double now() {
        return (System.nanoTime() - begun) / 1e9;
    }

    /** Discards the results so far and what is overdue; a request in progress is kept. */
    public void forget() {
        double now = now();
        turns.forEach(each -> each.forget(now));
    }

    /** The time of each request since then, of failed ones, too, and so far of those that are due and not done. */
    public Latencies latencies() {
        double now = now();
        return Latencies.ofSeconds(turns.stream().flatMapToDouble(each -> each.seenAt(now)));
    }

    /** Those of the only thread that are done since then, in their order; none of them may have failed. */
    public List<Served> served() {
        if (failed() > 0) {
            throw new IllegalStateException(failed() + " requests failed");
        }
        return turns.get(0).served();
    }

    public long failed() {
        return failed.sum();
    }

    /** The requests of one thread, each due one period after the previous one, regardless of its duration. */
    static final class Turns {

        private final List<Served> served = new ArrayList<>();
        private final double period;
        private double due;
        private double begun;
        private double forgotten;

        Turns(double firstDue, double period) {
            this.period = period;
            due = firstDue;
            begun = firstDue;
            forgotten = firstDue;
        }

        synchronized double due() {
            return due;
        }

        synchronized void begun(double now) {
            begun = now;
        }

        synchronized void done(double now) {
            served.add(new Served(due, begun, now));
            due = next(due);
        }

        private double next(double previous) {
            return Math.max(previous + period, forgotten);
        }

        /** Restarts the measurement: of those due before, only one in progress counts, from when it began. */
        synchronized void forget(double now) {
            served.clear();
            forgotten = now;
            due = Math.max(due, begun);
        }

        synchronized List<Served> served() {
            return List.copyOf(served);
        }

        /** The times of all done and the waiting times so far of all due. */
        synchronized DoubleStream seenAt(double now) {
            DoubleStream missed = DoubleStream.iterate(due, each -> each < now, this::next);
            DoubleStream done = served().stream().mapToDouble(each -> each.done() - each.due());
            return DoubleStream.concat(done, missed.map(each -> now - each));
        }
    }

    /** Ends the threads; requests in progress are not awaited. */
    @Override
    public void close() throws IOException {
        workers.forEach(Worker::end);
        client.close();
    }
}
