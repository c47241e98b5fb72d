package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.quickstart.Run.Kind;
import io.hdfsthrottle.quickstart.Scenario.Contender;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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
        boolean several = report.scenario().isSpread();
        Map<String, String> pieces = new LinkedHashMap<>();
        pieces.put("uplot.css", resource("uPlot.min.css"));
        pieces.put("uplot.js", resource("uPlot.iife.min.js"));
        pieces.put("report.css", resource("report.css"));
        pieces.put("report.js", resource("report.js"));
        pieces.put("title", "Three Spark applications, " + (several ? "three DataNodes" : "one HDFS disk"));
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
        pieces.put(
                "table.groups",
                joined(
                        report.runs(),
                        run -> "<th colspan=\"2\" class=\"first\">" + run.kind().limiter() + "</th>"));
        pieces.put("table.heads", joined(report.runs(), run -> "<th class=\"first\">measured</th><th>error</th>"));
        pieces.put("table.rows", ReportTable.html(report));
        pieces.put("checksums", report.checksums());
        pieces.put("data", ReportJson.series(report).replace("<", "\\u003c"));
        return filled(resource("report.html"), pieces);
    }

    /** Reads a resource of the page, which is beside this class. */
    private static String resource(String name) throws IOException {
        try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
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
        Scenario scenario = report.scenario();
        String template = scenario.isSpread()
                ? "%s · three DataNodes that may serve %s MB/s each · each run reads for %d s"
                : "%s · one DataNode that may serve %s MB/s · each run reads for %d s";
        return template.formatted(
                escaped(report.hosts()),
                Report.megabytes(scenario.capacity()),
                scenario.reading().toSeconds());
    }

    private static String legend(Contender contender) {
        return "    <li class=\"%1$s\"><i></i><span><b>%1$s</b> priority %2$d, %3$d %4$s%5$s</span></li>%n"
                .formatted(
                        contender.tenant(),
                        contender.priority(),
                        contender.threads(),
                        contender.threads() == 1 ? "thread" : "threads",
                        contender.data().size() > 1 ? ", data " + contender.placement() : "");
    }

    private static String run(Run run) {
        String finding = run.finding();
        return "    <article class=\"card\"><h2>%s</h2><p>%s</p><div class=\"chart\" id=\"chart-%s\"></div></article>%n"
                .formatted(
                        run.kind() == Kind.STOCK ? "HDFS alone, with its own limit" : "The same with hdfs-throttle",
                        finding.substring(0, 1).toUpperCase(Locale.ROOT) + finding.substring(1) + ".",
                        run.kind().word());
    }

    /** For what is not a constant of this program. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static <T> String joined(List<T> things, Function<T, String> text) {
        return things.stream().map(text).collect(Collectors.joining());
    }
}
