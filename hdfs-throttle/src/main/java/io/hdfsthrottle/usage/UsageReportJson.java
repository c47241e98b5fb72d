package io.hdfsthrottle.usage;

import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.localio.LocalIoJson;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.observation.ReadTimes;
import io.hdfsthrottle.observation.WaitCounts;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Writes and reads a node's usage report as JSON, for both ends of the wire. A report that is wrong in part is refused
 * whole: {@link MalformedJsonException} for a member that is missing or of the wrong type,
 * {@link IllegalArgumentException} for a value out of its range.
 */
public final class UsageReportJson {

    /** How many volumes one report may hold. */
    public static final int MOST_VOLUMES = 256;

    /** How many tenants one volume may hold in a report. */
    public static final int MOST_TENANTS = 4_096;

    /** The most I/O paths of a volume in a report, and more than there are. */
    private static final int MOST_PATHS = 16;

    /** As many as a cluster can have. */
    private static final int MOST_RULES = 1_000;

    private static final int MOST_LAYERS = 16;
    private static final String MODE = "mode";

    private UsageReportJson() {}

    /** A report as one line of JSON. */
    public static String write(UsageReport report) {
        List<Object> volumes = new ArrayList<>();
        for (VolumeUsage volume : report.volumes()) {
            List<Object> tenants = new ArrayList<>();
            for (TenantUsage tenant : volume.tenants()) {
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("tenant", tenant.tenant().name());
                entry.put("weight", tenant.weight());
                entry.put("bytes", tenant.bytes());
                entry.put("bytesPerSecond", tenant.rate().bytesPerSecond());
                entry.put("entitlementBytesPerSecond", tenant.entitlement().bytesPerSecond());
                entry.put("backlogged", tenant.backlogged());
                entry.put("waitedMillis", tenant.waited().toMillis());
                if (!tenant.limit().isUnlimited()) {
                    entry.put("limitBytesPerSecond", tenant.limit().bytesPerSecond());
                }
                if (tenant.streams() > 0) {
                    entry.put("streams", tenant.streams());
                }
                if (!tenant.reservation().equals(Rate.ZERO)) {
                    entry.put("reservationBytesPerSecond", tenant.reservation().bytesPerSecond());
                }
                if (tenant.waits().all() > 0) {
                    entry.put("waits", tenant.waits().numbers());
                }
                tenants.add(entry);
            }
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("volume", volume.volume());
            entry.put(
                    "capacityBytesPerSecond",
                    volume.capacity().map(Rate::bytesPerSecond).orElse(null));
            entry.put("tenants", tenants);
            entry.put("coverage", coverage(volume));
            if (!volume.applications().isEmpty()) {
                entry.put("applications", applications(volume));
            }
            volume.disk().ifPresent(use -> entry.put("disk", LocalIoJson.use(use)));
            volume.device().ifPresent(device -> entry.put("device", device.toJson()));
            volume.drain().ifPresent(drain -> entry.put("drain", drain.toJson()));
            volumes.add(entry);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("node", report.node());
        report.instance().ifPresent(instance -> json.put("instance", instance));
        json.put("epoch", report.grant().epoch());
        json.put("sequence", report.grant().sequence());
        if (!report.terms().equals(GrantVersion.NONE)) {
            json.put("termsEpoch", report.terms().epoch());
            json.put("termsSequence", report.terms().sequence());
        }
        json.put("state", report.pacing() ? "pacing" : "passing");
        report.mode().ifPresent(mode -> json.put(MODE, mode.label()));
        report.keys().ifPresent(keys -> json.put("keys", keys));
        report.faults().addTo(json);
        List<Long> reads = report.reads().first();
        if (!reads.isEmpty()) {
            json.put("reads", reads);
        }
        json.put("volumes", volumes);
        if (!report.rules().isEmpty()) {
            json.put("rules", rules(report));
        }
        report.machine().ifPresent(machine -> {
            json.put("machine", machine);
            json.put("executors", LocalIoJson.standings(report.executors()));
        });
        return JsonObject.write(json);
    }

    private static List<Object> applications(VolumeUsage volume) {
        List<Object> applications = new ArrayList<>();
        for (ApplicationActivity application : volume.applications()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("application", application.application());
            entry.put("tenant", application.tenant().name());
            entry.put("bytes", application.bytes());
            entry.put("waitedMillis", application.waited().toMillis());
            if (!application.limited().isZero()) {
                entry.put("limitedMillis", application.limited().toMillis());
            }
            if (application.streams() > 0) {
                entry.put("streams", application.streams());
            }
            if (application.slept() + application.sent() + application.ran() > 0) {
                entry.put("slept", application.slept());
                entry.put("sent", application.sent());
                entry.put("ran", application.ran());
            }
            applications.add(entry);
        }
        return applications;
    }

    private static List<ApplicationActivity> applications(JsonObject volume) throws MalformedJsonException {
        List<ApplicationActivity> applications = new ArrayList<>();
        for (JsonObject each : volume.objects("applications", UsageReport.MOST_APPLICATIONS)) {
            String application = each.text("application");
            if (!AppTag.isApplication(application)) {
                throw new IllegalArgumentException("an application's id is " + AppTag.APPLICATION_RULE);
            }
            applications.add(ApplicationActivity.of(
                            application,
                            Tenant.named(each.text("tenant")),
                            each.optionalCount("bytes").orElse(0L),
                            Duration.ofMillis(each.count("waitedMillis")))
                    .delayedByLimit(Duration.ofMillis(
                            each.optionalCount("limitedMillis").orElse(0L)))
                    .with(each.optionalCount("streams").orElse(0L))
                    .seen(
                            each.optionalCount("slept").orElse(0L),
                            each.optionalCount("sent").orElse(0L),
                            each.optionalCount("ran").orElse(0L)));
        }
        return applications;
    }

    private static List<Object> rules(UsageReport report) {
        List<Object> rules = new ArrayList<>();
        for (RuleUsage rule : report.rules()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("rule", rule.rule());
            entry.put("hits", rule.hits());
            entry.put("agoMillis", rule.ago().toMillis());
            rules.add(entry);
        }
        return rules;
    }

    private static List<RuleUsage> rules(JsonObject report) throws MalformedJsonException {
        return report.objects(
                "rules",
                MOST_RULES,
                rule -> new RuleUsage(
                        PlainText.cut(rule.text("rule")),
                        rule.count("hits"),
                        Duration.ofMillis(rule.count("agoMillis"))));
    }

    private static List<Object> coverage(VolumeUsage volume) {
        List<Object> coverage = new ArrayList<>();
        for (PathCoverage cover : volume.coverage()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("path", cover.path());
            entry.put("coveredBy", cover.coveredBy());
            entry.put("reason", PlainText.cut(cover.reason()));
            coverage.add(entry);
        }
        return coverage;
    }

    private static List<PathCoverage> coverage(JsonObject volume) throws MalformedJsonException {
        return volume.objects(
                "coverage",
                MOST_PATHS,
                cover -> new PathCoverage(
                        PlainText.cut(cover.text("path")),
                        cover.texts("coveredBy", MOST_LAYERS).stream()
                                .map(PlainText::cut)
                                .collect(Collectors.toList()),
                        PlainText.cut(cover.optionalText("reason").orElse(""))));
    }

    /** Reads a report. */
    public static UsageReport read(String text) throws MalformedJsonException {
        JsonObject json = JsonObject.parse(text);
        List<VolumeUsage> volumes = new ArrayList<>();
        for (JsonObject volume : json.objects("volumes", MOST_VOLUMES)) {
            List<TenantUsage> tenants = new ArrayList<>();
            for (JsonObject tenant : volume.objects("tenants", MOST_TENANTS)) {
                tenants.add(TenantUsage.of(
                                Tenant.named(tenant.text("tenant")),
                                weight(tenant),
                                tenant.count("bytes"),
                                Rate.ofBytesPerSecond(tenant.count("bytesPerSecond")),
                                Rate.ofBytesPerSecond(tenant.count("entitlementBytesPerSecond")),
                                tenant.flag("backlogged"),
                                Duration.ofMillis(tenant.count("waitedMillis")))
                        .limitedTo(tenant.optionalCount("limitBytesPerSecond")
                                .map(Rate::ofBytesPerSecond)
                                .orElse(Rate.UNLIMITED))
                        .with(tenant.optionalCount("streams").orElse(0L))
                        .reserving(Rate.ofBytesPerSecond(tenant.optionalCount("reservationBytesPerSecond")
                                .orElse(0L)))
                        .counting(WaitCounts.of(tenant.counts("waits", WaitCounts.PLACES))));
            }
            Optional<JsonObject> device = volume.optionalObject("device");
            Optional<JsonObject> drain = volume.optionalObject("drain");
            volumes.add(VolumeUsage.of(
                            volume.text("volume"),
                            volume.optionalCount("capacityBytesPerSecond")
                                    .map(Rate::ofBytesPerSecond)
                                    .orElse(null),
                            tenants)
                    .coveredBy(coverage(volume))
                    .usedBy(applications(volume))
                    .sharedBy(LocalIoJson.use(volume).orElse(null))
                    .on(device.isPresent() ? DiskFacts.fromJson(device.get()) : null)
                    .drained(drain.isPresent() ? DrainFacts.fromJson(drain.get()) : null));
        }
        UsageReport report = UsageReport.of(
                        json.text("node"),
                        GrantVersion.of(json.count("epoch"), json.count("sequence")),
                        pacing(json.text("state")),
                        volumes)
                .withTerms(GrantVersion.of(
                        json.optionalCount("termsEpoch").orElse(0L),
                        json.optionalCount("termsSequence").orElse(0L)))
                .withRules(rules(json))
                .withFaults(Faults.fromJson(json))
                .withReads(ReadTimes.of(json.counts("reads", ReadTimes.PLACES)));
        Optional<String> machine = json.optionalText("machine").map(PlainText::cut);
        if (machine.isPresent()) {
            report = report.onMachine(machine.get(), LocalIoJson.standings(json));
        }
        Optional<String> instance = json.optionalText("instance");
        if (instance.isPresent()) {
            report = report.by(instance.get());
        }
        Optional<String> mode = json.optionalText(MODE);
        if (mode.isPresent()) {
            report = report.inMode(Mode.labelled(mode.get())
                    .orElseThrow(() -> new IllegalArgumentException("a node's mode is " + Mode.LABELS)));
        }
        Optional<String> keys = json.optionalText("keys");
        return keys.isPresent() ? report.withKeys(keys.get()) : report;
    }

    private static double weight(JsonObject tenant) throws MalformedJsonException {
        double weight = tenant.number("weight");
        if (weight < Terms.LEAST_WEIGHT || weight > Terms.LARGEST_WEIGHT) {
            throw new IllegalArgumentException("a weight is from 1e-6 to 1e6");
        }
        return weight;
    }

    private static boolean pacing(String state) {
        if (state.equals("pacing") || state.equals("passing")) {
            return state.equals("pacing");
        }
        throw new IllegalArgumentException("a node's state is pacing or passing");
    }
}
