package io.hdfsthrottle.quickstart;

import static io.hdfsthrottle.quickstart.ReportPage.escaped;

import java.util.List;
import java.util.Locale;

/** Writes the rows of the page's table. */
final class ReportRows {

    private ReportRows() {}

    static String of(Report report) {
        StringBuilder rows = new StringBuilder();
        List<Contender> contenders = report.scenario().contenders();
        for (int i = 0; i < contenders.size(); i++) {
            int row = i;
            rows.append(head(report, contenders.get(i)));
            report.runs().forEach(run -> rows.append(cells(run.tenants().get(row))));
            rows.append("</tr>\n");
            for (int node = 0;
                    report.scenario().nodes() > 1 && node < report.scenario().nodes();
                    node++) {
                rows.append(ofNode(report, row, node));
            }
        }
        rows.append("<tr class=\"total\"><td class=\"name\">together</td><td></td><td></td><td>")
                .append(Megabytes.text(report.scenario().expectedTogether()))
                .append("</td>");
        report.runs().forEach(run -> rows.append("<td class=\"first\">")
                .append(Megabytes.text(run.total()))
                .append("</td><td></td>"));
        return rows.append("</tr>").toString();
    }

    private static String ofNode(Report report, int row, int node) {
        StringBuilder cells = new StringBuilder(String.format(
                Locale.ROOT,
                "<tr class=\"node\"><td class=\"name\">on node %d</td><td></td><td></td><td>%.0f %% of its data</td>",
                node + 1,
                100 * report.scenario().contenders().get(row).part(node)));
        report.runs().forEach(run -> cells.append("<td class=\"first\">")
                .append(Megabytes.text(run.tenants().get(row).ofNodes().get(node)))
                .append("</td><td></td>"));
        return cells.append("</tr>\n").toString();
    }

    private static String head(Report report, Contender contender) {
        return String.format(
                Locale.ROOT,
                "<tr><td class=\"name %s\"><i></i>%s</td><td>%d</td><td>%d</td><td>%s</td>",
                escaped(contender.tenant()),
                escaped(contender.tenant()),
                contender.priority(),
                contender.threads(),
                Megabytes.text(report.scenario().expected(contender)));
    }

    private static String cells(TenantResult tenant) {
        boolean near = Math.abs(tenant.errorPercent()) <= Report.TOLERANCE_PERCENT;
        return String.format(
                        Locale.ROOT,
                        "<td class=\"first\">%s</td><td class=\"%s\">%+.1f %%</td>",
                        Megabytes.text(tenant.measured()),
                        near ? "near" : "far",
                        tenant.errorPercent())
                .replace("\">-", "\">−");
    }
}
