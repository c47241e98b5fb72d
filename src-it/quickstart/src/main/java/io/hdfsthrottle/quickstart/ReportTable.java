package io.hdfsthrottle.quickstart;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes the figures for a terminal: one row per tenant, one pair of columns per run. */
final class ReportTable {

    private ReportTable() {}

    static String of(Report report) {
        StringBuilder text = new StringBuilder();
        List<RunResult> runs = report.runs();
        text.append(String.format(Locale.ROOT, "  %-8s%9s%9s%10s", "", "", "", ""));
        runs.forEach(run ->
                text.append(String.format(Locale.ROOT, "  │%21s", run.kind().word())));
        text.append('\n');
        text.append(String.format(Locale.ROOT, "  %-8s%9s%9s%10s", "tenant", "priority", "threads", "expected"));
        runs.forEach(run -> text.append(String.format(Locale.ROOT, "  │%10s%11s", "measured", "error")));
        text.append('\n').append("  ").append("─".repeat(36));
        runs.forEach(run -> text.append("──┼").append("─".repeat(21)));
        text.append('\n');
        for (int row = 0; row < report.scenario().contenders().size(); row++) {
            text.append(row(report, row)).append('\n');
            for (int node = 0;
                    report.scenario().nodes() > 1 && node < report.scenario().nodes();
                    node++) {
                text.append(row(report, row, node)).append('\n');
            }
        }
        text.append(String.format(
                Locale.ROOT,
                "  %-8s%9s%9s%10s",
                "together",
                "",
                "",
                Megabytes.text(report.scenario().expectedTogether())));
        runs.forEach(
                run -> text.append(String.format(Locale.ROOT, "  │%10s%11s", Megabytes.text(run.total()), "MB/s")));
        return text.append('\n').toString();
    }

    /** A tenant's rate from a DataNode, beside the part of its data there. */
    private static String row(Report report, int row, int node) {
        Contender contender = report.scenario().contenders().get(row);
        String where = String.format(
                Locale.ROOT,
                "  %17s%9s%10s",
                "on node " + (node + 1),
                "",
                String.format(Locale.ROOT, "%.0f %% of it", 100 * contender.part(node)));
        return report.runs().stream()
                .map(run -> run.tenants().get(row).ofNodes().get(node))
                .map(rate -> String.format(Locale.ROOT, "  │%10s%11s", Megabytes.text(rate), ""))
                .collect(Collectors.joining("", where, ""));
    }

    private static String row(Report report, int row) {
        Contender contender = report.scenario().contenders().get(row);
        String who = String.format(
                Locale.ROOT,
                "  %-8s%9d%9d%10s",
                contender.tenant(),
                contender.priority(),
                contender.threads(),
                Megabytes.text(report.scenario().expected(contender)));
        return report.runs().stream()
                .map(run -> run.tenants().get(row))
                .map(tenant -> String.format(
                        Locale.ROOT, "  │%10s%+9.1f %%", Megabytes.text(tenant.measured()), tenant.errorPercent()))
                .collect(Collectors.joining("", who, ""));
    }
}
