package io.hdfsthrottle.quickstart;

import static io.hdfsthrottle.quickstart.Report.megabytes;

import io.hdfsthrottle.quickstart.Scenario.Contender;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The figures as a table, for a terminal and for the page: a row for each tenant, a pair of columns for each run. */
final class ReportTable {

    private enum Kind {
        TENANT,
        NODE,
        TOTAL
    }

    /** What a row says of one run; the error in percent of what was expected, where something was. */
    private record Cell(String measured, String error, boolean near) {}

    private record Row(Kind kind, String name, String priority, String threads, String expected, List<Cell> cells) {

        String text() {
            // What is said of a node stands to the right of its tenant's name.
            boolean ofNode = kind == Kind.NODE;
            String head = String.format(
                    Locale.ROOT,
                    "  %-8s%9s%9s%10s",
                    ofNode ? "" : name,
                    ofNode ? name : priority,
                    threads,
                    ofNode ? expected + " of it" : expected);
            return cells.stream()
                    .map(cell -> pair(cell.measured(), kind == Kind.TOTAL ? "MB/s" : cell.error()))
                    .collect(Collectors.joining("", head, "\n"));
        }

        String html() {
            String head = "<tr class=\"%s\"><td class=\"name %s\">%s%s</td><td>%s</td><td>%s</td><td>%s</td>"
                    .formatted(
                            kind.name().toLowerCase(Locale.ROOT),
                            kind == Kind.TENANT ? name : "",
                            kind == Kind.TENANT ? "<i></i>" : "",
                            name,
                            priority,
                            threads,
                            kind == Kind.NODE ? expected + " of its data" : expected);
            return cells.stream()
                    .map(cell -> "<td class=\"first\">%s</td><td class=\"%s\">%s</td>"
                            .formatted(
                                    cell.measured(),
                                    cell.near() ? "near" : "far",
                                    cell.error().replace('-', '−')))
                    .collect(Collectors.joining("", head, "</tr>\n"));
        }
    }

    private ReportTable() {}

    /** For a terminal. */
    static String text(Report report) {
        return line(report, run -> pair("", run.kind().word()), "", "", "", "")
                + line(report, run -> pair("measured", "error"), "tenant", "priority", "threads", "expected")
                + "  " + "─".repeat(36)
                + ("──┼" + "─".repeat(21)).repeat(report.runs().size()) + "\n"
                + rows(report).stream().map(Row::text).collect(Collectors.joining());
    }

    private static String line(Report report, Function<Run, String> pair, Object... heads) {
        return String.format(Locale.ROOT, "  %-8s%9s%9s%10s", heads)
                + report.runs().stream().map(pair).collect(Collectors.joining("", "", "\n"));
    }

    private static String pair(String measured, String error) {
        return String.format(Locale.ROOT, "  │%10s%11s", measured, error);
    }

    /** The rows of the page's table. */
    static String html(Report report) {
        return rows(report).stream().map(Row::html).collect(Collectors.joining());
    }

    private static List<Row> rows(Report report) {
        List<Row> rows = new ArrayList<>();
        Scenario scenario = report.scenario();
        for (int i = 0; i < scenario.contenders().size(); i++) {
            Contender each = scenario.contenders().get(i);
            int row = i;
            rows.add(new Row(
                    Kind.TENANT,
                    each.tenant(),
                    Integer.toString(each.priority()),
                    Integer.toString(each.threads()),
                    megabytes(scenario.expected(each)),
                    report.runs().stream()
                            .map(run -> cell(run.tenants().get(row)))
                            .toList()));
            for (int node = 0; scenario.isSpread() && node < scenario.nodes(); node++) {
                int place = node;
                rows.add(new Row(
                        Kind.NODE,
                        "on node " + (node + 1),
                        "",
                        "",
                        String.format(Locale.ROOT, "%.0f %%", 100 * each.part(node)),
                        cells(report, run -> run.tenants().get(row).ofNodes().get(place))));
            }
        }
        rows.add(new Row(
                Kind.TOTAL, "together", "", "", megabytes(scenario.expectedTogether()), cells(report, Run::total)));
        return rows;
    }

    private static Cell cell(Run.Tenant tenant) {
        double error = tenant.errorPercent();
        return new Cell(
                megabytes(tenant.measured()),
                String.format(Locale.ROOT, "%+.1f %%", error),
                Math.abs(error) <= Run.TOLERANCE_PERCENT);
    }

    private static List<Cell> cells(Report report, ToDoubleFunction<Run> rate) {
        return report.runs().stream()
                .map(run -> new Cell(megabytes(rate.applyAsDouble(run)), "", true))
                .toList();
    }
}
