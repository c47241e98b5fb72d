package io.hdfsthrottle.bench.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.internal.chartpart.Chart;

/** The result of a scenario: figures, the bars that they must keep, and charts. */
public record Outcome(Map<String, Object> figures, List<Bar> bars, List<Chart<?, ?>> charts) {

    /** Whether every bar holds; without any bar nothing is proved. */
    public boolean holds() {
        return !bars.isEmpty() && bars.stream().allMatch(Bar::holds);
    }

    /** The JSON document. Its shape is a contract: scripts read it. */
    public String json(String scenario, Map<String, Object> host) throws IOException {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("scenario", scenario);
        document.put("host", host);
        document.put("figures", figures);
        document.put("bars", bars.stream().map(Bar::members).toList());
        return JSON.std
                        .with(JSON.Feature.PRETTY_PRINT_OUTPUT)
                        .with(JSON.Feature.WRITE_NULL_PROPERTIES)
                        .asString(document)
                + "\n";
    }
}
