package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * What a call of the hook costs when nothing has to wait, beside HDFS's own throttler and the limiters that others would take:
 * time and bytes, from one thread to as many as a DataNode has.
 */
public final class HotPath implements Scenario {

    private static final List<Integer> THREADS = List.of(1, 16, 256, 4096);

    /** JMH's workers spin until the last has started, which takes minutes with hundreds on each processor. */
    private static final int MOST_FOR_JMH = 16;

    private static final double MOST_NANOS = 100;

    /** The smallest object has 16 bytes: what is below a byte a call is the harness's own. */
    private static final double MOST_BYTES = 1;

    private static final String HOOK = "readPacket";
    private static final String STOCK = "stockThrottler";

    @Override
    public String name() {
        return "hot-path";
    }

    @Override
    public String shows() {
        return "a call that need not wait: time and bytes, beside four other limiters (no root needed)";
    }

    @Override
    public Set<Choice> choices() {
        return Set.of();
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        List<Jmh.Cost> costs = new ArrayList<>();
        int processors = Runtime.getRuntime().availableProcessors();
        for (int threads : THREADS) {
            List<String> limiters =
                    costs.stream().map(Jmh.Cost::limiter).distinct().toList();
            for (Jmh.Cost cost :
                    threads <= MOST_FOR_JMH ? Jmh.run(stage, threads) : JmhCrowd.run(stage, threads, limiters)) {
                costs.add(cost);
                stage.say(
                        "%4d threads  %-30s %12.1f ns a call  %8.1f ns of a processor  %6.2f bytes",
                        threads, cost.limiter(), cost.nanos(), cost.processorNanos(processors), cost.bytes());
            }
        }
        return new Outcome(figures(costs, processors), bars(costs), List.of(chart(costs, processors)));
    }

    private static Map<String, Object> figures(List<Jmh.Cost> costs, int processors) {
        Map<String, Object> figures = new LinkedHashMap<>();
        for (int threads : THREADS) {
            Map<String, Object> limiters = new LinkedHashMap<>();
            for (Jmh.Cost cost : with(threads, costs)) {
                Map<String, Object> members = new LinkedHashMap<>();
                members.put("nanos", Statistics.jsonNumber(cost.nanos()));
                members.put("processorNanos", Statistics.jsonNumber(cost.processorNanos(processors)));
                members.put("bytes", Statistics.jsonNumber(cost.bytes()));
                members.put("timesStock", Statistics.jsonNumber(cost.nanos() / stock(threads, costs)));
                limiters.put(cost.limiter(), members);
            }
            figures.put(threads + " threads", limiters);
        }
        return figures;
    }

    /** The hook in each of its states: within its time alone, never an object, never slower than what it replaces. */
    public static List<Bar> bars(List<Jmh.Cost> costs) {
        List<Bar> bars = new ArrayList<>();
        for (int threads : THREADS) {
            for (Jmh.Cost cost : with(threads, costs)) {
                if (cost.limiter().startsWith(HOOK)) {
                    String what = threads + " threads, " + cost.limiter() + ": ";
                    bars.add(
                            threads == 1
                                    ? Bar.atMost(what + "nanoseconds", cost.nanos(), MOST_NANOS)
                                    : Bar.atMost(what + "times HDFS's own", cost.nanos() / stock(threads, costs), 1));
                    bars.add(Bar.atMost(what + "bytes", cost.bytes(), MOST_BYTES));
                }
            }
        }
        return bars;
    }

    private static List<Jmh.Cost> with(int threads, List<Jmh.Cost> costs) {
        return costs.stream().filter(cost -> cost.threads() == threads).toList();
    }

    private static double stock(int threads, List<Jmh.Cost> costs) {
        return with(threads, costs).stream()
                .filter(cost -> cost.limiter().equals(STOCK))
                .mapToDouble(Jmh.Cost::nanos)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static Chart<?, ?> chart(List<Jmh.Cost> costs, int processors) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (Jmh.Cost cost : costs) {
            series.computeIfAbsent(cost.limiter(), none -> new ArrayList<>())
                    .add(Math.max(cost.processorNanos(processors), 1));
        }
        return Charts.bars(
                "A call that need not wait: processor time, by the threads that call on " + processors + " processors",
                "nanoseconds",
                THREADS.stream().map(threads -> threads + " threads").toList(),
                series);
    }
}
