package io.hdfsthrottle.quickstart;

import static io.hdfsthrottle.quickstart.Report.joined;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.hdfsthrottle.quickstart.Run.Kind;
import io.hdfsthrottle.quickstart.Scenario.Contender;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;

/** Writes {@code report.html}: the figures as charts, in one file that needs no network. */
final class ReportPage {

    private static final Pattern PLACE = Pattern.compile("\\{\\{([A-Za-z.]+)}}");
    private static final String EARNS = "A tenant earns capacity × priority ÷ sum of priorities";
    private static final String EARNS_OF_ALL =
            "A tenant earns, of all DataNodes together, capacity × priority ÷ what is asked of the busiest DataNode"
                    + " (the sum of priorities, each times the part of its data there)";

    private ReportPage() {}

    /** The page of a report, which {@link ReportJson} has written as this. */
    static String of(Report report, String json) {
        boolean several = report.scenario().isSpread();
        Map<String, String> pieces = new HashMap<>();
        pieces.put("title", "Three Spark applications, " + (several ? "three DataNodes" : "one HDFS disk"));
        pieces.put("earns", several ? EARNS_OF_ALL : EARNS);
        pieces.put("verdict.class", report.holds() ? "holds" : "fails");
        pieces.put("verdict", verdict(report));
        pieces.put("facts", facts(report));
        pieces.put("legend", joined(report.scenario().contenders(), ReportPage::legend));
        pieces.put("runs", joined(report.runs(), ReportPage::run));
        String group = "<th colspan=\"2\" class=\"first\">%s</th>";
        pieces.put(
                "table.groups",
                joined(report.runs(), run -> group.formatted(run.kind().limiter())));
        pieces.put("table.heads", joined(report.runs(), run -> "<th class=\"first\">measured</th><th>error</th>"));
        pieces.put("table.rows", ReportTable.html(report));
        pieces.put("checksums", report.checksums());
        pieces.put("data", json.replace("<", "\\u003c"));
        return filled(resource("report.html"), pieces);
    }

    /** Fills each placeholder once, by a piece or the resource of that name; what looks like one in them stays. */
    static String filled(String template, Map<String, String> pieces) {
        return PLACE.matcher(template)
                .replaceAll(place -> Matcher.quoteReplacement(
                        Optional.ofNullable(pieces.get(place.group(1))).orElseGet(() -> resource(place.group(1)))));
    }

    private static String resource(String name) {
        return Uncheck.get(() -> IOUtils.resourceToString("/io/hdfsthrottle/quickstart/" + name, UTF_8));
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
        String hosts = report.hosts().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        String capacity = Report.megabytes((double) scenario.capacity().bytesPerSecond());
        return String.format(
                Locale.ROOT, template, hosts, capacity, scenario.reading().toSeconds());
    }

    private static String legend(Contender contender) {
        return String.format(
                Locale.ROOT,
                "    <li class=\"%1$s\"><i></i><span><b>%1$s</b> priority %2$d, %3$d thread%4$s%5$s</span></li>%n",
                contender.tenant(),
                contender.priority(),
                contender.threads(),
                contender.threads() == 1 ? "" : "s",
                contender.data().size() > 1 ? ", data " + contender.placement() : "");
    }

    private static String run(Run run) {
        String heading = run.kind() == Kind.STOCK ? "HDFS alone, with its own limit" : "The same with hdfs-throttle";
        String finding = run.finding();
        String sentence = Character.toUpperCase(finding.charAt(0)) + finding.substring(1) + ".";
        return "    <article class=\"card\"><h2>%s</h2><p>%s</p><div class=\"chart\" id=\"chart-%s\"></div></article>%n"
                .formatted(heading, sentence, run.kind().word());
    }
}
