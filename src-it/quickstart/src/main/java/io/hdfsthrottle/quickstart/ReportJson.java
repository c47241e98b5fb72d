package io.hdfsthrottle.quickstart;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** The figures as JSON: {@code report.json} for programs, and the data of the page's charts. */
final class ReportJson {

    private static final long STEP_MILLIS = 500;
    private static final double HEADROOM = 1.12;

    private ReportJson() {}

    static String of(Report report) throws IOException {
        Scenario scenario = report.scenario();
        Map<String, Object> document = members(
                "holds", report.holds(),
                "hosts", report.hosts(),
                "capacityMBps", megabytes((double) scenario.capacity().bytesPerSecond()),
                "capacityBytesPerSecond", scenario.capacity().bytesPerSecond(),
                "tolerancePct", Run.TOLERANCE_PERCENT,
                "runs", report.runs().stream().map(ReportJson::run).toList());
        if (scenario.isSpread()) {
            document.put("dataNodes", scenario.nodes());
        }
        return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(document) + "\n";
    }

    private static Map<String, Object> run(Run run) {
        return members(
                "name", run.kind().word(),
                "tenants", run.tenants().stream().map(ReportJson::tenant).toList(),
                "totalMBps", megabytes(run.total()),
                "maxErrorPct", hundredths(run.maxErrorPercent()),
                "windowSeconds", run.window().secondsSince(run.start()),
                "checksumsMatch", run.intact());
    }

    private static Map<String, Object> tenant(Run.Tenant tenant) {
        Map<String, Object> members = members(
                "tenant", tenant.contender().tenant(),
                "priority", tenant.contender().priority(),
                "threads", tenant.contender().threads(),
                "expectedMBps", megabytes(tenant.expected()),
                "measuredMBps", megabytes(tenant.measured()),
                "errorPct", hundredths(tenant.errorPercent()),
                "filesVerified", tenant.verified(),
                "filesMismatched", tenant.mismatched());
        if (tenant.ofNodes().size() > 1) {
            members.put("dataOnNodes", tenant.contender().data());
            members.put(
                    "measuredMBpsOfNodes",
                    tenant.ofNodes().stream().map(ReportJson::megabytes).toList());
        }
        return members;
    }

    /** For each run the rate of each tenant at every half second, on one scale, so that runs can be compared. */
    static String series(Report report) throws IOException {
        long reading = report.scenario().reading().toMillis();
        List<Long> instants = LongStream.iterate(STEP_MILLIS, at -> at < reading, at -> at + STEP_MILLIS)
                .boxed()
                .toList();
        double top = report.runs().stream()
                .flatMap(run -> run.tenants().stream().flatMap(tenant -> rates(run, tenant, instants).stream()))
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        return JSON.std.asString(members(
                "seconds",
                reading / 1000,
                "top",
                HEADROOM * top,
                "at",
                instants.stream().map(at -> at / 1e3).toList(),
                "runs",
                report.runs().stream().map(run -> series(run, instants)).toList()));
    }

    private static Map<String, Object> series(Run run, List<Long> instants) {
        List<Map<String, Object>> tenants = run.tenants().stream()
                .map(tenant -> members(
                        "tenant", tenant.contender().tenant(),
                        "earned", megabytes(tenant.expected()),
                        "rates", rates(run, tenant, instants)))
                .toList();
        return members("name", run.kind().word(), "window", run.window().secondsSince(run.start()), "tenants", tenants);
    }

    /** The mean over the second around each instant. */
    private static List<Double> rates(Run run, Run.Tenant tenant, List<Long> instants) {
        return instants.stream()
                .map(at -> {
                    Instant from = run.start().plusMillis(at - STEP_MILLIS);
                    return megabytes(
                            tenant.timeline().rate(new Timeline.Window(from, from.plusMillis(2 * STEP_MILLIS))));
                })
                .toList();
    }

    /** A JSON object of these names and values, in their order. */
    private static Map<String, Object> members(Object... namesAndValues) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return members;
    }

    /** Bytes a second as MB/s, rounded to hundredths. */
    private static double megabytes(double bytesPerSecond) {
        return hundredths(bytesPerSecond / 1e6);
    }

    private static double hundredths(double value) {
        return Math.round(value * 100) / 100.0;
    }
}
