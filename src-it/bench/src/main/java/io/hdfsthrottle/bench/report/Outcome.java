package io.hdfsthrottle.bench.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.internal.chartpart.Chart;

/** The result of a scenario: figures, the bars that they must keep, and charts; it is collected step by step. */
public final class Outcome {

    private final Figures figures = new Figures();
    private final List<Bar> bars = new ArrayList<>();
    private final List<Chart<?, ?>> charts = new ArrayList<>();

    /** Adds a figure, as {@link Figures#put} does. */
    public Outcome figure(String name, Object value) {
        figures.put(name, value);
        return this;
    }

    /** Adds the median, the worst and each of values of which small ones are good. */
    public Outcome small(String name, List<Double> values) {
        return figure(name, Statistics.smallIsGood(values));
    }

    /** Adds the same of values of which large ones are good. */
    public Outcome large(String name, List<Double> values) {
        return figure(name, Statistics.largeIsGood(values));
    }

    public Outcome atMost(String name, double value, double limit) {
        return bars(List.of(Bar.atMost(name, value, limit)));
    }

    public Outcome atLeast(String name, double value, double limit) {
        return bars(List.of(Bar.atLeast(name, value, limit)));
    }

    /** Adds these values as a figure, and a bar of the same name: none of them may exceed the limit. */
    public Outcome atMost(String name, List<Double> values, double limit) {
        return small(name, values).atMost(name, Statistics.largest(values), limit);
    }

    /** Adds these values as a figure, and a bar of the same name: none of them may be below the limit. */
    public Outcome atLeast(String name, List<Double> values, double limit) {
        return large(name, values).atLeast(name, Statistics.smallest(values), limit);
    }

    public Outcome bars(List<Bar> more) {
        bars.addAll(more);
        return this;
    }

    public List<Bar> bars() {
        return bars;
    }

    public Outcome chart(Chart<?, ?> chart) {
        charts.add(chart);
        return this;
    }

    /** The charts that were added; if none were, one of the bars. */
    public List<Chart<?, ?>> charts() {
        if (charts.isEmpty()) {
            List<Double> percents =
                    Statistics.each(bars, bar -> bar.value() / (bar.limit() == 0 ? 1 : bar.limit()) * 100);
            List<Double> drawn = Statistics.each(percents, percent -> Double.isFinite(percent) ? percent : 0);
            List<String> names = bars.stream().map(Bar::name).toList();
            chart(Charts.bars("Bars", "percent of the limit", names, Map.of("measured", drawn)));
        }
        return charts;
    }

    /** Whether every bar holds; without any bar nothing is proved. */
    public boolean holds() {
        return !bars.isEmpty() && bars.stream().allMatch(Bar::holds);
    }

    /** The JSON document. Its shape is a contract: scripts read it. */
    public String json(String scenario, Figures host) throws IOException {
        Figures document = new Figures()
                .put("scenario", scenario)
                .put("host", host)
                .put("figures", figures)
                .put("bars", bars);
        return JSON.std
                        .with(JSON.Feature.PRETTY_PRINT_OUTPUT, JSON.Feature.WRITE_NULL_PROPERTIES)
                        .asString(document.members())
                + "\n";
    }
}
