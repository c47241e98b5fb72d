package io.hdfsthrottle.bench.report;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * How well a tenant is isolated from its neighbours, by the definitions of resctl-bench
 * (facebookexperimental/resctl-demo): the work done in each second relative to the planned work, at most 100 %; and the
 * time of its requests from when they were due.
 *
 * @param percents of each second
 * @param requests the requests that were due in these seconds
 */
public record Isolation(List<Double> percents, Latencies requests) {

    private static final double NANOS = 1e9;

    /**
     * One request, in seconds since its client began.
     *
     * @param due when it was due
     * @param asked when it was sent: later than due, if the previous one took too long
     * @param done when its last byte had arrived
     */
    public record Served(double due, double asked, double done) {}

    /**
     * The isolation in so many whole seconds from that one on. A request that was due then and was never served counts
     * with its observed waiting time: leaving it out would make the worst tenant look best.
     *
     * @param served all requests since the first, in their order
     * @param perSecond how many are due each second; the first is due at 0
     * @param watchedUntil the second, since the first request was due, until which requests were watched
     */
    public static Isolation of(List<Served> served, int from, int seconds, double perSecond, int watchedUntil) {
        List<Double> percents = new ArrayList<>();
        for (int second = from; second < from + seconds; second++) {
            double done = 0;
            for (Served each : served) {
                done += part(each, second, second + 1);
            }
            percents.add(Math.min(100, done / perSecond * 100));
        }
        Histogram micros = Latencies.recording();
        double end = from + seconds;
        for (int i = (int) Math.ceil(from * perSecond); i / perSecond < end; i++) {
            double due = i / perSecond;
            double took =
                    i < served.size() ? served.get(i).done() - served.get(i).due() : watchedUntil - due;
            Latencies.record(micros, (long) (took * NANOS));
        }
        return new Isolation(List.copyOf(percents), Latencies.of(micros));
    }

    /**
     * A request's work is spread evenly over its duration: otherwise one that ends just after a second's end would be
     * missing in that second.
     */
    private static double part(Served each, double from, double to) {
        double within = Math.min(each.done(), to) - Math.max(each.asked(), from);
        return within <= 0 ? 0 : within / (each.done() - each.asked());
    }

    /** The mean of the seconds, in percent. */
    public double mean() {
        return percents.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    /** The percentage that all seconds but one in a hundred reach. */
    public double first() {
        List<Double> sorted = percents.stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get(Math.max(0, (int) Math.ceil(0.01 * sorted.size()) - 1));
    }

    /** The mean time of a request as a multiple of that in the other. */
    public double timesAsLong(Isolation alone) {
        return requests.mean() / alone.requests.mean();
    }
}
