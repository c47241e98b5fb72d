package io.hdfsthrottle.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The figures of all scenarios on all disks, as text. */
final class Report {

    static final int SEEDS = 3;

    private static final String HEAD = """
            # Shares in simulation

            Written by `ReportTest`, which keeps it true. Scheduler and tuner are the production classes; disks and streams are models
            (RATIONALE.md). Nothing is set: every run begins with a disk of which nothing is known, and figures begin after 5 s of 25; the worst
            of three seeds. *Error*: how far the worst tenant is from its weighted max-min share (nobody is due more than it gets alone) of what
            the disk did. *Total*: of what HDFS moves uncontrolled on the same disk. *Random*: what a random reader is given of its due.
            *Request*: how long 4 MiB take, as a multiple of alone and uncontrolled. *Reuse* and *return*: milliseconds until the others use
            what a tenant left, and until it has its share back, judged by the 200 ms before. A figure that misses its bar is bold.
            """;

    private final List<Row> rows = new ArrayList<>();

    /** One row. */
    record Row(Device device, Scenario scenario, Figures law, Figures uncontrolled) {}

    static Report whole() {
        return of(Device.all(), Scenario.all(), SEEDS);
    }

    static Report of(List<Device> devices, List<Scenario> scenarios, int seeds) {
        Report report = new Report();
        Map<Object, Run> alone = new ConcurrentHashMap<>();
        List<Row> found = devices.stream()
                .flatMap(device -> scenarios.stream().map(scenario -> new Row(device, scenario, null, null)))
                .toList()
                .parallelStream()
                .map(row -> figures(row.device, row.scenario, seeds, alone))
                .toList();
        report.rows.addAll(found);
        return report;
    }

    private static Row figures(Device device, Scenario scenario, int seeds, Map<Object, Run> known) {
        List<Run> alone = alone(device, scenario, known, Order.Law::new);
        List<Run> aloneUncontrolled = alone(device, scenario, known, Order.Arrival::new);
        Row row = null;
        for (long seed = 1; seed <= seeds; seed++) {
            Run arrival = Run.of(device, scenario, new Order.Arrival(), seed);
            Run law = Run.of(device, scenario, new Order.Law(), seed);
            Figures uncontrolled = Figures.of(device, scenario, arrival, arrival, alone, aloneUncontrolled);
            Figures figures = Figures.of(device, scenario, law, arrival, alone, aloneUncontrolled);
            row = row == null
                    ? new Row(device, scenario, figures, uncontrolled)
                    : new Row(device, scenario, row.law.worse(figures), row.uncontrolled.worse(uncontrolled));
        }
        return row;
    }

    private static List<Run> alone(
            Device device, Scenario scenario, Map<Object, Run> known, Supplier<? extends Order> order) {
        return scenario.parties().stream()
                .map(party -> known.computeIfAbsent(
                        List.of(
                                device,
                                party.load(),
                                party.threads(),
                                order.get().getClass()),
                        unused -> Run.of(device, Scenario.alone(party), order.get(), 1)))
                .toList();
    }

    List<Row> rows() {
        return rows;
    }

    /** All missed bars, in words. */
    List<String> misses() {
        return misses(rows);
    }

    /** The missed bars that are not mere goals. */
    List<String> brokenBars() {
        return misses(rows.stream().filter(row -> !row.device.isRestless()).toList());
    }

    private static List<String> misses(List<Row> rows) {
        return rows.stream()
                .flatMap(row -> row.law.misses(row.device, row.scenario).stream()
                        .map(miss -> row.device.name() + ", " + row.scenario.name() + ": " + miss))
                .toList();
    }

    String text() {
        StringBuilder text = new StringBuilder(HEAD);
        for (Device device : rows.stream().map(Row::device).distinct().toList()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%n## %s%n%nBars: error at most %.1f %%, total at least %.0f %%, random at least %.0f %%, request at most 2.5, reactions at most"
                            + " 300 ms.%n%n| scenario | error, %% | total, %% | besides | uncontrolled: error, %% | besides |%n|---|---|---|---|---|---|%n",
                    device.name(),
                    100 * device.mostError(),
                    100 * device.leastTotal(),
                    device.places() > 0 ? 80.0 : 90.0));
            rows.stream().filter(row -> row.device.equals(device)).forEach(row -> text.append(line(row)));
        }
        return text.toString();
    }

    private static String line(Row row) {
        Figures law = row.law;
        List<String> misses = row.law.misses(row.device, row.scenario).stream()
                .map(miss -> miss.replaceAll(" [^ ]*$", ""))
                .toList();
        return String.format(
                "| %s | %s | %s | %s | %s | %s |%n",
                row.scenario.name(),
                cell("error", misses, "%.2f", 100 * law.error()),
                cell("total", misses, "%.1f", 100 * law.total()),
                besides(law, misses),
                cell("", misses, "%.1f", 100 * row.uncontrolled.error()),
                besides(row.uncontrolled, List.of()));
    }

    private static String besides(Figures figures, List<String> misses) {
        return List.of(
                        cell("random reader", misses, "random %.0f %%", 100 * figures.random()),
                        cell("request", misses, "request %.2f", figures.request()),
                        cell("reuse", misses, "reuse %.0f", figures.reuseMillis()),
                        cell("return", misses, "return %.0f", figures.returnMillis()))
                .stream()
                .filter(cell -> !cell.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String cell(String name, List<String> misses, String format, double figure) {
        String text = Double.isNaN(figure) ? "" : String.format(Locale.ROOT, format, figure);
        return misses.contains(name) ? "**" + text + "**" : text;
    }
}
