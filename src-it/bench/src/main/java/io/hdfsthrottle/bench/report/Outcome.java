package io.hdfsthrottle.bench.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.internal.chartpart.Chart;

/** The result of a scenario: figures, the bars that they must keep, and charts; it is collected step by step. */
public record Outcome(Map<String, Object> figures, List<Bar> bars, List<Chart<?, ?>> charts) {

    public Outcome {
        figures = new LinkedHashMap<>(figures);
        bars = new ArrayList<>(bars);
        charts = new ArrayList<>(charts);
    }

    /** Without anything yet. */
    public Outcome() {
        this(Map.of(), List.of(), List.of());
    }

    /** Adds a figure, as {@link Figures#put} does. */
    public Outcome figure(String name, Object value) {
        figures.putAll(new Figures().put(name, value).members());
        return this;
    }

    /** Adds the median, the worst and each of values of which small ones are good. */
    public Outcome small(String name, List<Double> values) {
        return figure(name, Statistics.smallIsGood(values));
    }

    /** Adds a bar: the value must not exceed the limit. */
    public Outcome atMost(String name, double value, double limit) {
        return bars(List.of(Bar.atMost(name, value, limit)));
    }

    /** Adds a bar: the value must not be below the limit. */
    public Outcome atLeast(String name, double value, double limit) {
        return bars(List.of(Bar.atLeast(name, value, limit)));
    }

    /** Adds a bar: none of these values may exceed the limit. */
    public Outcome atMost(String name, List<Double> values, double limit) {
        return atMost(name, Statistics.largest(values), limit);
    }

    /** Adds a bar: none of these values may be below the limit. */
    public Outcome atLeast(String name, List<Double> values, double limit) {
        return atLeast(name, Statistics.smallest(values), limit);
    }

    public Outcome bars(List<Bar> more) {
        bars.addAll(more);
        return this;
    }

    public Outcome chart(Chart<?, ?> chart) {
        charts.add(chart);
        return this;
    }

    /** Whether every bar holds; without any bar nothing is proved. */
    public boolean holds() {
        return !bars.isEmpty() && bars.stream().allMatch(Bar::holds);
    }

    /** The JSON document. Its shape is a contract: scripts read it. */
    public String json(String scenario, Map<String, Object> host) throws IOException {
        Map<String, Object> document = new Figures()
                .put("scenario", scenario)
                .put("host", host)
                .put("figures", figures)
                .put("bars", bars.stream().map(Bar::members).toList())
                .members();
        return JSON.std
                        .with(JSON.Feature.PRETTY_PRINT_OUTPUT)
                        .with(JSON.Feature.WRITE_NULL_PROPERTIES)
                        .asString(document)
                + "\n";
    }
}
