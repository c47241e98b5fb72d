package io.hdfsthrottle.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * How well a tenant is isolated from its neighbours, by the definitions of resctl-bench
 * (facebookexperimental/resctl-demo): the work done in each second relative to the planned work, at most 100 %; and the
 * time of its requests from when they were due.
 */
public record Isolation(List<Double> percents, Latencies requests) {

    /** When a request was due, when it was sent, later if the previous one took too long, and when it was done. */
    public record Served(double due, double asked, double done) {

        /** Its part between two times: what crosses a second's end counts in both seconds. */
        private double part(double from, double to) {
            double within = Math.min(done, to) - Math.max(asked, from);
            return within <= 0 ? 0 : within / (done - asked);
        }
    }

    /**
     * The isolation in so many whole seconds from that one on. A request that was due then and was never served counts
     * with its waiting time until that second: leaving it out would make the worst tenant look best.
     *
     * @param served all requests since the first, which was due at 0, in their order
     */
    public static Isolation of(List<Served> served, int from, int seconds, double perSecond, int watchedUntil) {
        List<Double> percents = new ArrayList<>();
        for (int second = from; second < from + seconds; second++) {
            int begin = second;
            double done = Statistics.total(Statistics.each(served, each -> each.part(begin, begin + 1)));
            percents.add(Math.min(100, done / perSecond * 100));
        }
        List<Double> took = new ArrayList<>();
        for (int i = (int) Math.ceil(from * perSecond); i / perSecond < from + seconds; i++) {
            took.add(i < served.size() ? served.get(i).done - served.get(i).due : watchedUntil - i / perSecond);
        }
        return new Isolation(percents, Latencies.ofSeconds(took.stream().mapToDouble(each -> each)));
    }

    /** The mean of the seconds, in percent. */
    public double mean() {
        return Statistics.total(percents) / percents.size();
    }

    /** The percentage that all seconds but one in a hundred reach. */
    public double first() {
        return Statistics.percentile(percents, 1);
    }
}
