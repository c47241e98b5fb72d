package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes measurements, of records or lists of them, as often as the command line says, and prints each. */
public final class Runs {

    private Runs() {}

    /** What is repeated. */
    public interface Measurement<R> {

        R make() throws Exception;
    }

    public static <R> List<R> of(Stage stage, String name, Measurement<R> measurement) throws Exception {
        return inTurns(stage, Map.of(name, measurement)).get(name);
    }

    /** Several by turns: what changes on this machine meanwhile affects all of them. */
    public static <R> Map<String, List<R>> inTurns(Stage stage, Map<String, Measurement<R>> measurements)
            throws Exception {
        Map<String, List<R>> runs = new LinkedHashMap<>();
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            for (Map.Entry<String, Measurement<R>> each : measurements.entrySet()) {
                R run = each.getValue().make();
                stage.say("%s", new Figures().put(each.getKey(), run));
                runs.computeIfAbsent(each.getKey(), first -> new ArrayList<>()).add(run);
            }
        }
        return runs;
    }
}
