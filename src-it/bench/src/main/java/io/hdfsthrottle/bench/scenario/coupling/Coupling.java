package io.hdfsthrottle.bench.scenario.coupling;

import io.hdfsthrottle.bench.report.Statistics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rates of one pattern, with 1, 2, 3 and 4 applications on a disk.
 *
 * @param rates by number of applications less 1, for each repeat: the mean rate of one, in bytes a second
 */
record Coupling(Pattern pattern, List<List<Double>> rates) {

    /** Immutable. */
    Coupling {
        List<List<Double>> copy = new ArrayList<>();
        rates.forEach(each -> copy.add(List.copyOf(each)));
        rates = List.copyOf(copy);
    }

    /** The rate on a disk of its own as a multiple of that on a shared one, for each repeat. */
    List<Double> factors(int applications) {
        List<Double> factors = new ArrayList<>();
        for (int repeat = 0; repeat < rates.get(0).size(); repeat++) {
            factors.add(rates.get(0).get(repeat) / rates.get(applications - 1).get(repeat));
        }
        return factors;
    }

    /** Its members in JSON. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int applications = 1; applications <= rates.size(); applications++) {
            members.put("coupling " + applications + ", MBps each", Statistics.megabytes(rates.get(applications - 1)));
            members.put("coupling " + applications + ", factor", Statistics.largeIsGood(factors(applications)));
        }
        return members;
    }
}
