package io.hdfsthrottle.simulation;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The figures of scenarios on disks, the worst of some seeds. */
final class Report {

    static final int SEEDS = 3;

    private final Map<Object, Run> known = new ConcurrentHashMap<>();

    private Report() {}

    static List<Figure> of(List<Device> devices, List<Scenario> scenarios, int seeds) {
        Report report = new Report();
        return devices.stream()
                .flatMap(device -> scenarios.stream().map(scenario -> Map.entry(device, scenario)))
                .toList()
                .parallelStream()
                .flatMap(row -> report.row(row.getKey(), row.getValue(), seeds))
                .toList();
    }

    private Stream<Figure> row(Device device, Scenario scenario, int seeds) {
        List<Run> alone = alone(device, scenario, true);
        List<Run> aloneUncontrolled = alone(device, scenario, false);
        List<Figures[]> found = IntStream.rangeClosed(1, seeds)
                .mapToObj(seed -> {
                    Run arrival = Run.of(device, scenario, false, seed);
                    Run law = Run.of(device, scenario, true, seed);
                    return new Figures[] {
                        Figures.of(device, scenario, law, arrival, alone, aloneUncontrolled),
                        Figures.of(device, scenario, arrival, arrival, alone, aloneUncontrolled)
                    };
                })
                .toList();
        Figures law = found.stream().map(each -> each[0]).reduce(Figures::worse).orElseThrow();
        Figures uncontrolled =
                found.stream().map(each -> each[1]).reduce(Figures::worse).orElseThrow();
        return Stream.concat(law.withBars(device, scenario), uncontrolled.uncontrolled(device, scenario));
    }

    private List<Run> alone(Device device, Scenario scenario, boolean byLaw) {
        return scenario.parties().stream()
                .map(party -> known.computeIfAbsent(
                        List.of(device, party.load(), party.threads(), byLaw),
                        unused -> Run.of(device, Scenario.alone(party), byLaw, 1)))
                .toList();
    }
}
