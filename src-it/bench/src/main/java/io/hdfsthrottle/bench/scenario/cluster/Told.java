package io.hdfsthrottle.bench.scenario.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the coordinator says of an application.
 *
 * @param cause the label that it names first
 * @param percents the part of the time of each cause
 * @param findings their labels, and of each rule its verdict, as in {@code etl: no}
 * @param disks where it was, as they are now
 * @param sentence for people
 */
record Told(
        String cause,
        Map<String, Double> percents,
        List<String> findings,
        List<Map<String, Object>> disks,
        String sentence) {

    @SuppressWarnings("unchecked")
    static Told of(Map<String, Object> answer) {
        Map<String, Object> explanation = (Map<String, Object>) answer.get("explanation");
        Map<String, Double> percents = new LinkedHashMap<>();
        list(explanation, "causes")
                .forEach(each ->
                        percents.put((String) each.get("cause"), ((Number) each.get("partPercent")).doubleValue()));
        List<String> findings = new ArrayList<>();
        list(explanation, "remarks").forEach(each -> findings.add((String) each.get("remark")));
        list(explanation, "rules").forEach(each -> findings.add(each.get("rule") + ": " + each.get("verdict")));
        return new Told((String) explanation.get("cause"), percents, findings, list(explanation, "disks"), (String)
                explanation.get("sentence"));
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Map<String, Object> explanation, String member) {
        return (List<Map<String, Object>>) explanation.get(member);
    }

    double percent(String of) {
        return percents.getOrDefault(of, 0.0);
    }

    /** Whether one of the findings is that pattern; also if it is empty. */
    boolean found(String pattern) {
        return pattern.isEmpty() || findings.stream().anyMatch(each -> each.matches(pattern));
    }
}
