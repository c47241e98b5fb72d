package io.hdfsthrottle.quickstart;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes {@code report.json}: the figures for programs. */
final class ReportJson {

    private ReportJson() {}

    static String of(Report report) throws IOException {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("holds", report.holds());
        document.put("hosts", report.hosts());
        document.put("capacityMBps", Megabytes.perSecond(report.scenario().capacity()));
        document.put("capacityBytesPerSecond", report.scenario().capacity().bytesPerSecond());
        if (report.scenario().nodes() > 1) {
            document.put("dataNodes", report.scenario().nodes());
        }
        document.put("tolerancePct", Report.TOLERANCE_PERCENT);
        document.put("runs", report.runs().stream().map(ReportJson::run).toList());
        return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(document) + "\n";
    }

    private static Map<String, Object> run(RunResult run) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", run.kind().word());
        members.put("tenants", run.tenants().stream().map(ReportJson::tenant).toList());
        members.put("totalMBps", Megabytes.perSecond(run.total()));
        members.put("maxErrorPct", hundredths(run.maxErrorPercent()));
        members.put("windowSeconds", run.window().secondsSince(run.start()));
        members.put("checksumsMatch", run.intact());
        return members;
    }

    private static Map<String, Object> tenant(TenantResult tenant) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("tenant", tenant.contender().tenant());
        members.put("priority", tenant.contender().priority());
        members.put("threads", tenant.contender().threads());
        members.put("expectedMBps", Megabytes.perSecond(tenant.expected()));
        members.put("measuredMBps", Megabytes.perSecond(tenant.measured()));
        members.put("errorPct", hundredths(tenant.errorPercent()));
        if (tenant.ofNodes().size() > 1) {
            members.put("dataOnNodes", tenant.contender().data());
            members.put(
                    "measuredMBpsOfNodes",
                    tenant.ofNodes().stream().map(Megabytes::perSecond).toList());
        }
        members.put("filesVerified", tenant.verified());
        members.put("filesMismatched", tenant.mismatched());
        return members;
    }

    private static double hundredths(double value) {
        return Math.round(value * 100) / 100.0;
    }
}
