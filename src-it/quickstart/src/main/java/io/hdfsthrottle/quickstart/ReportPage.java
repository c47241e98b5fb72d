package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.quickstart.RunResult.Kind;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes {@code report.html}: the figures as charts, in one file that needs no network. */
final class ReportPage {

    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z.]+)}}");

    private ReportPage() {}

    static String of(Report report) throws IOException {
        Map<String, String> pieces = new LinkedHashMap<>();
        pieces.put("uplot.css", PageResource.text("uPlot.min.css"));
        pieces.put("uplot.js", PageResource.text("uPlot.iife.min.js"));
        pieces.put("report.css", PageResource.text("report.css"));
        pieces.put("report.js", PageResource.text("report.js"));
        boolean several = report.scenario().nodes() > 1;
        pieces.put(
                "title",
                several ? "Three Spark applications, three DataNodes" : "Three Spark applications, one HDFS disk");
        pieces.put(
                "earns",
                several
                        ? "A tenant earns, of all DataNodes together, capacity × priority ÷ what is asked of the busiest DataNode"
                                + " (the sum of priorities, each times the part of its data there)"
                        : "A tenant earns capacity × priority ÷ sum of priorities");
        pieces.put("verdict.class", report.holds() ? "holds" : "fails");
        pieces.put("verdict", verdict(report));
        pieces.put("facts", facts(report));
        pieces.put("legend", joined(report.scenario().contenders(), ReportPage::legend));
        pieces.put("runs", joined(report.runs(), ReportPage::run));
        pieces.put("table.groups", joined(report.runs(), ReportPage::group));
        pieces.put(
                "table.heads",
                "<th class=\"first\">measured</th><th>error</th>"
                        .repeat(report.runs().size()));
        pieces.put("table.rows", ReportRows.of(report));
        pieces.put("checksums", escaped(report.checksums()));
        pieces.put("data", ReportSeries.of(report).replace("<", "\\u003c"));
        return filled(PageResource.text("report.html"), pieces);
    }

    /** Fills each placeholder once; a replacement that looks like a placeholder stays unchanged. */
    static String filled(String template, Map<String, String> pieces) {
        return PLACE.matcher(template).replaceAll(place -> {
            String piece = pieces.get(place.group(1));
            if (piece == null) {
                throw new IllegalStateException("nothing to put at " + place.group());
            }
            return Matcher.quoteReplacement(piece);
        });
    }

    private static String verdict(Report report) {
        if (!report.intact()) {
            return "What was read is not what was written.";
        }
        return report.sharesHold()
                ? "Under hdfs-throttle, priority decides. Threads no longer buy bandwidth."
                : "The priorities did not hold.";
    }

    private static String facts(Report report) {
        String capacity = Megabytes.text(report.scenario().capacity());
        return escaped(report.hosts())
                + (report.scenario().nodes() > 1
                        ? " · three DataNodes that may serve " + capacity + " MB/s each"
                        : " · one DataNode that may serve " + capacity + " MB/s")
                + " · each run reads for "
                + report.scenario().reading().toSeconds() + " s";
    }

    private static String legend(Contender contender) {
        return String.format(
                Locale.ROOT,
                "    <li class=\"%s\"><i></i><span><b>%s</b> priority %d, %d %s%s</span></li>%n",
                escaped(contender.tenant()),
                escaped(contender.tenant()),
                contender.priority(),
                contender.threads(),
                contender.threads() == 1 ? "thread" : "threads",
                contender.data().size() > 1 ? ", data " + contender.placement() : "");
    }

    private static String run(RunResult run) {
        String title = run.kind() == Kind.STOCK ? "HDFS alone, with its own limit" : "The same with hdfs-throttle";
        return "    <article class=\"card\"><h2>" + title + "</h2><p>" + escaped(capitalised(Report.finding(run)))
                + "</p><div class=\"chart\" id=\"chart-" + run.kind().word() + "\"></div></article>\n";
    }

    private static String group(RunResult run) {
        return "<th colspan=\"2\" class=\"first\">" + escaped(run.kind().limiter()) + "</th>";
    }

    private static String capitalised(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1) + ".";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static <T> String joined(List<T> things, Function<T, String> text) {
        return things.stream().map(text).collect(Collectors.joining());
    }
}
