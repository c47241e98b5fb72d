package io.hdfsthrottle.quickstart;

import static io.hdfsthrottle.quickstart.Report.joined;
import static io.hdfsthrottle.quickstart.Report.megabytes;

import io.hdfsthrottle.quickstart.Scenario.Contender;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The figures as a table, for a terminal and for the page: a row for each tenant, a pair of columns for each run. */
final class ReportTable {

    /** What a row says of one run: bytes a second, and by how many percent that is off where something was expected. */
    private record Cell(double rate, double error) {

        String percent() {
            return Double.isNaN(error) ? "" : String.format(Locale.ROOT, "%+.1f %%", error);
        }

        String html() {
            String near = Math.abs(error) > Run.TOLERANCE_PERCENT ? "far" : "near";
            return "<td class=\"first\">%s</td><td class=\"%s\">%s</td>"
                    .formatted(megabytes(rate), near, percent().replace('-', '−'));
        }
    }

    /** Of a tenant; of a node, where it says which part of the tenant's data is there; or the total. */
    private record Row(String kind, String name, String priority, String threads, String expected, List<Cell> cells) {

        String text() {
            // What is said of a node stands to the right of its tenant's name.
            String head = kind.equals("node")
                    ? line("", name, "", expected + " of it")
                    : line(name, priority, threads, expected);
            boolean isTotal = kind.equals("total");
            return head + joined(cells, each -> pair(megabytes(each.rate()), isTotal ? "MB/s" : each.percent())) + "\n";
        }

        String html() {
            String mark = kind.equals("tenant") ? name + "\"><i></i>" : "\">";
            String of = kind.equals("node") ? " of its data" : "";
            return "<tr class=\"%s\"><td class=\"name %s%s</td><td>%s</td><td>%s</td><td>%s%s</td>%s</tr>\n"
                    .formatted(kind, mark, name, priority, threads, expected, of, joined(cells, Cell::html));
        }
    }

    private ReportTable() {}

    static String text(Report report) {
        int runs = report.runs().size();
        return line("", "", "", "")
                + joined(report.runs(), run -> pair("", run.kind().word())) + "\n"
                + line("tenant", "priority", "threads", "expected")
                + pair("measured", "error").repeat(runs) + "\n"
                + "  " + "─".repeat(36) + ("──┼" + "─".repeat(21)).repeat(runs) + "\n"
                + joined(rows(report), Row::text);
    }

    private static String line(String... heads) {
        return String.format(Locale.ROOT, "  %-8s%9s%9s%10s", (Object[]) heads);
    }

    private static String pair(String measured, String error) {
        return String.format(Locale.ROOT, "  │%10s%11s", measured, error);
    }

    static String html(Report report) {
        return joined(rows(report), Row::html);
    }

    private static List<Row> rows(Report report) {
        List<Row> rows = new ArrayList<>();
        Scenario all = report.scenario();
        for (Contender each : all.contenders()) {
            String priority = Integer.toString(each.priority());
            String threads = Integer.toString(each.threads());
            List<Cell> cells = cells(
                    report,
                    run -> new Cell(run.of(each).measured(), run.of(each).errorPercent()));
            rows.add(new Row("tenant", each.tenant(), priority, threads, megabytes(all.expected(each)), cells));
            for (int node = 0; all.isSpread() && node < all.nodes(); node++) {
                int place = node;
                String part = String.format(Locale.ROOT, "%.0f %%", 100 * each.part(node));
                List<Cell> ofNode =
                        cells(report, run -> new Cell(run.of(each).ofNodes().get(place), Double.NaN));
                rows.add(new Row("node", "on node " + (node + 1), "", "", part, ofNode));
            }
        }
        List<Cell> totals = cells(report, run -> new Cell(run.total(), Double.NaN));
        rows.add(new Row("total", "together", "", "", megabytes(all.expectedTogether()), totals));
        return rows;
    }

    private static List<Cell> cells(Report report, Function<Run, Cell> cell) {
        return report.runs().stream().map(cell).toList();
    }
}
