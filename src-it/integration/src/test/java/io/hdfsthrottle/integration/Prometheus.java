package io.hdfsthrottle.integration;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.LocalHttp;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A real Prometheus with the scrapes and the alerts of {@code conf/prometheus}, in a hurry: all happens each second, an
 * alert lasts two before it fires, and what is looked back on is half a minute.
 */
record Prometheus(URI url, Set<String> alerts) {

    private static final Duration START = Duration.ofSeconds(30);
    private static final Pattern ALERT = Pattern.compile("(?m)^ *- alert: (\\w+)$");

    /** Starts it; it asks coordinators and DataNodes of these addresses, {@code host:port}. */
    static Prometheus start(Rig rig, List<String> coordinators, List<String> dataNodes) throws IOException {
        Path conf = rig.repository().root().resolve("conf/prometheus");
        Path folder = rig.folder("prometheus").toAbsolutePath();
        String rules = Files.readString(conf.resolve("alerts.yml"))
                .replaceAll("\\binterval: \\d+s", "interval: 1s")
                .replaceAll("\\bfor: \\d+[sm]", "for: 2s")
                .replaceAll("\\[\\d+m]", "[30s]");
        Files.writeString(folder.resolve("alerts.yml"), rules);
        String scrapes = Files.readString(conf.resolve("scrape.yml"))
                .replaceAll("\\bscrape_(interval|timeout): \\d+s", "scrape_$1: 1s")
                .replaceAll("targets: \\[coordinator[^]]*]", "targets: " + coordinators)
                .replaceAll("targets: \\[dn[^]]*]", "targets: " + dataNodes);
        Path file = Files.writeString(
                folder.resolve("prometheus.yml"),
                "global: {evaluation_interval: 1s}\nrule_files: [alerts.yml]\n" + scrapes);
        String address = LOOPBACK + ":" + rig.ports().free();
        String line = "exec prometheus --log.level=warn --config.file=" + file + " --storage.tsdb.path="
                + folder.resolve("data") + " --web.listen-address=" + address;
        // The shell becomes it, and leaves what only a Java process is told.
        JavaProcess process = rig.start(new JavaCommand(
                "prometheus", List.of("sh", "-c", line), List.of(), List.of(), "", List.of(), Map.of()));
        URI url = URI.create("http://" + address);
        process.awaitReady(
                START,
                () -> !LocalHttp.PLAIN.ask("GET", url.resolve("/-/ready"), "").isEmpty());
        Set<String> alerts =
                ALERT.matcher(rules).results().map(found -> found.group(1)).collect(Collectors.toSet());
        return new Prometheus(url, new TreeSet<>(alerts));
    }

    /** The names of alerts that fire now. */
    Set<String> firing() throws IOException {
        return entries("/api/v1/alerts", "alerts").stream()
                .filter(alert -> "firing".equals(alert.get("state")))
                .map(alert -> String.valueOf(((Map<?, ?>) alert.get("labels")).get("alertname")))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The value of an expression; of several the first, not a number if there is none. */
    double value(String expression) throws IOException {
        String query = URLEncoder.encode(expression, StandardCharsets.UTF_8);
        return entries("/api/v1/query?query=" + query, "result").stream()
                .map(found -> (List<?>) found.get("value"))
                .mapToDouble(found -> Double.parseDouble(found.get(1).toString()))
                .findFirst()
                .orElse(Double.NaN);
    }

    @SuppressWarnings("unchecked")
    private List<Map<String, Object>> entries(String path, String member) throws IOException {
        Map<String, Object> data =
                (Map<String, Object>) LocalHttp.PLAIN.get(url.resolve(path)).get("data");
        return (List<Map<String, Object>>) data.get(member);
    }
}
