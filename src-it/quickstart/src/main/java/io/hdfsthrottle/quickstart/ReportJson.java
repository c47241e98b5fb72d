package io.hdfsthrottle.quickstart;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.quickstart.Timeline.Window;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The figures as JSON: {@code report.json} for programs, and the data of the page's charts. */
final class ReportJson {

    private static final int STEP_MILLIS = 500;

    private ReportJson() {}

    static String of(Report report) throws IOException {
        Scenario scenario = report.scenario();
        long reading = scenario.reading().toMillis();
        long[] steps = LongStream.iterate(STEP_MILLIS, at -> at < reading, at -> at + STEP_MILLIS)
                .toArray();
        Map<String, Object> document = members(
                "holds", report.holds(),
                "hosts", report.hosts(),
                "dataNodes", scenario.nodes(),
                "capacityMBps", megabytes((double) scenario.capacity().bytesPerSecond()),
                "capacityBytesPerSecond", scenario.capacity().bytesPerSecond(),
                "tolerancePct", Run.TOLERANCE_PERCENT,
                "readingSeconds", reading / 1000,
                "atSeconds", LongStream.of(steps).mapToDouble(at -> at / 1e3).toArray(),
                "runs", report.runs().stream().map(run -> run(run, steps)).toList());
        return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(document) + "\n";
    }

    private static Map<String, Object> run(Run run, long[] steps) {
        Window window = run.window();
        Stream<?> tenants = run.tenants().stream().map(each -> tenant(each, run.start(), steps));
        return members(
                "name", run.kind().word(),
                "tenants", tenants.toArray(),
                "totalMBps", megabytes(run.total()),
                "maxErrorPct", hundredths(run.maxErrorPercent()),
                "windowSeconds", new double[] {(window.from() - run.start()) / 1e3, (window.to() - run.start()) / 1e3},
                "checksumsMatch", run.intact());
    }

    private static Map<String, Object> tenant(Run.Tenant tenant, long start, long[] steps) {
        double[] ofNodes =
                tenant.ofNodes().stream().mapToDouble(ReportJson::megabytes).toArray();
        double[] rates =
                LongStream.of(steps).mapToDouble(at -> rate(tenant, start + at)).toArray();
        return members(
                "tenant", tenant.contender().tenant(),
                "priority", tenant.contender().priority(),
                "threads", tenant.contender().threads(),
                "expectedMBps", megabytes(tenant.expected()),
                "measuredMBps", megabytes(tenant.measured()),
                "errorPct", hundredths(tenant.errorPercent()),
                "filesVerified", tenant.verified(),
                "filesMismatched", tenant.mismatched(),
                "dataOnNodes", tenant.contender().data(),
                "measuredMBpsOfNodes", ofNodes,
                "ratesMBps", rates);
    }

    /** The mean over the second around that millisecond. */
    private static double rate(Run.Tenant tenant, long at) {
        return megabytes(tenant.timeline().rate(new Window(at - STEP_MILLIS, at + STEP_MILLIS)));
    }

    private static Map<String, Object> members(Object... namesAndValues) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return members;
    }

    private static double megabytes(double bytesPerSecond) {
        return hundredths(bytesPerSecond / 1e6);
    }

    private static double hundredths(double value) {
        return Math.round(value * 100) / 100.0;
    }
}
