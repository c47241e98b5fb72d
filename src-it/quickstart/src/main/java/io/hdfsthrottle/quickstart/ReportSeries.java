package io.hdfsthrottle.quickstart;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The data of the page's charts, as JSON: for each run the rate of each tenant at every half second. */
final class ReportSeries {

    private static final Duration STEP = Duration.ofMillis(500);
    private static final double HEADROOM = 1.12;

    private ReportSeries() {}

    static String of(Report report) throws IOException {
        Duration reading = report.scenario().reading();
        List<Duration> instants = new ArrayList<>();
        for (Duration at = STEP; at.compareTo(reading) < 0; at = at.plus(STEP)) {
            instants.add(at);
        }
        List<Map<String, Object>> runs =
                report.runs().stream().map(run -> run(run, instants)).toList();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("seconds", reading.toSeconds());
        document.put("top", top(report, instants));
        document.put("at", instants.stream().map(at -> at.toMillis() / 1e3).toList());
        document.put("runs", runs);
        return JSON.std.asString(document);
    }

    private static Map<String, Object> run(RunResult run, List<Duration> instants) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", run.kind().word());
        members.put("window", run.window().secondsSince(run.start()));
        members.put(
                "tenants",
                run.tenants().stream()
                        .map(tenant -> tenant(run, tenant, instants))
                        .toList());
        return members;
    }

    private static Map<String, Object> tenant(RunResult run, TenantResult tenant, List<Duration> instants) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("tenant", tenant.contender().tenant());
        members.put("earned", Megabytes.perSecond(tenant.expected()));
        members.put("rates", rates(run, tenant, instants));
        return members;
    }

    /** The mean over the second around each instant. */
    private static List<Double> rates(RunResult run, TenantResult tenant, List<Duration> instants) {
        return instants.stream()
                .map(at -> {
                    Instant instant = run.start().plus(at);
                    Window second = new Window(instant.minus(STEP), instant.plus(STEP));
                    return Megabytes.perSecond(tenant.timeline().rate(second));
                })
                .toList();
    }

    /** One scale for all runs, so that they can be compared visually. */
    private static double top(Report report, List<Duration> instants) {
        return HEADROOM
                * report.runs().stream()
                        .flatMap(run -> run.tenants().stream().flatMap(tenant -> rates(run, tenant, instants).stream()))
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElse(1);
    }
}
