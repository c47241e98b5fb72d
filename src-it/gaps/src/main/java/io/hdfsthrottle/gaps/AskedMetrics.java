package io.hdfsthrottle.gaps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The metrics and labels that expressions of Prometheus ask for, in the alerts and on the dashboard of {@code conf}, and
 * what a scrape lacks of them.
 */
public final class AskedMetrics {

    private static final Pattern OF_ALERT = Pattern.compile("(?m)^( *)expr: (?:[>|]-?((?:\\n\\1 +.*)+)|(.+))");
    private static final Pattern OF_PANEL = Pattern.compile("\"expr\": \"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern OF_VARIABLE = Pattern.compile("\"query\": \"label_values\\((\\w+), (\\w+)\\)\"");

    private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern DURATION = Pattern.compile("\\[[^\\]]*\\]");
    private static final Pattern GROUPING =
            Pattern.compile("\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\(([^)]*)\\)");
    private static final Pattern MATCHERS = Pattern.compile("([a-zA-Z_:][\\w:]*)\\s*\\{([^}]*)\\}");
    private static final Pattern NAME = Pattern.compile("(?<![\\w.:])([a-zA-Z_:][\\w:]*)(?!\\s*\\(|[\\w:])");
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

    /** Prometheus adds them to all that it scrapes. */
    private static final Set<String> ADDED = Set.of("instance", "job");

    private static final Pattern LINE = Pattern.compile("(?m)^([a-zA-Z_:][\\w:]*)(?:\\{(.*)\\})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]\\w*)\\s*(?:=|!=|=~|!~)\\s*\"");

    private final Map<String, Set<String>> labels = new HashMap<>();

    private AskedMetrics() {}

    /** Every expression of the alerts and of the dashboard in that folder. */
    public static List<String> expressions(Path conf) throws IOException {
        List<String> all = new ArrayList<>();
        Matcher alert = OF_ALERT.matcher(Files.readString(conf.resolve("prometheus/alerts.yml")));
        while (alert.find()) {
            all.add(alert.group(2) == null ? alert.group(3) : alert.group(2).strip());
        }
        String dashboard = Files.readString(conf.resolve("grafana/hdfs-throttle.json"));
        Matcher panel = OF_PANEL.matcher(dashboard);
        while (panel.find()) {
            all.add(panel.group(1).replace("\\\"", "\""));
        }
        Matcher variable = OF_VARIABLE.matcher(dashboard);
        while (variable.find()) {
            all.add("count by (" + variable.group(2) + ") (" + variable.group(1) + ")");
        }
        return all;
    }

    /** The metrics of these expressions, each with the labels that it has to have. */
    public static Map<String, Set<String>> of(List<String> expressions) {
        AskedMetrics asked = new AskedMetrics();
        expressions.forEach(asked::read);
        return asked.labels;
    }

    private void read(String expression) {
        String text =
                DURATION.matcher(QUOTED.matcher(expression).replaceAll("\"\"")).replaceAll("");
        Set<String> grouped = new TreeSet<>();
        Matcher grouping = GROUPING.matcher(text);
        while (grouping.find()) {
            grouped.addAll(List.of(grouping.group(1).strip().split("\\s*,\\s*", -1)));
        }
        grouped.remove("");
        text = GROUPING.matcher(text).replaceAll(" ");
        Matcher matchers = MATCHERS.matcher(text);
        while (matchers.find()) {
            need(matchers.group(1), labels(matchers.group(2)));
        }
        Matcher name = NAME.matcher(text.replaceAll("\\{[^}]*\\}", " "));
        while (name.find()) {
            if (!WORDS.contains(name.group(1))) {
                need(name.group(1), grouped);
            }
        }
    }

    private void need(String metric, Set<String> more) {
        Set<String> needed = labels.computeIfAbsent(metric, any -> new TreeSet<>());
        needed.addAll(more);
        needed.removeAll(ADDED);
    }

    private static Set<String> labels(String text) {
        Set<String> found = new TreeSet<>();
        Matcher label = LABEL.matcher(text);
        while (label.find()) {
            found.add(label.group(1));
        }
        return found;
    }

    /** The metrics of a page as Prometheus reads it, each with the labels of its first line. */
    public static Map<String, Set<String>> scraped(String page) {
        Map<String, Set<String>> all = new HashMap<>();
        Matcher line = LINE.matcher(page);
        while (line.find()) {
            all.putIfAbsent(line.group(1), labels(line.group(2) == null ? "" : line.group(2)));
        }
        return all;
    }

    /** What is asked for of metrics with that beginning, and is not on the page: {@code metric} or {@code metric{label}}. */
    public static Set<String> missing(Map<String, Set<String>> asked, String beginning, String page) {
        Map<String, Set<String>> there = scraped(page);
        Set<String> missing = new TreeSet<>();
        asked.forEach((metric, needed) -> {
            if (metric.startsWith(beginning)) {
                if (!there.containsKey(metric)) {
                    missing.add(metric);
                }
                needed.stream()
                        .filter(label -> !there.getOrDefault(metric, needed).contains(label))
                        .forEach(label -> missing.add(metric + "{" + label + "}"));
            }
        });
        return missing;
    }
}
