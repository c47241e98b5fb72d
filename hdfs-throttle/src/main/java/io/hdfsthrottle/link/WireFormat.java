package io.hdfsthrottle.link;

import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.UserToken;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.link.UsageReport.ApplicationUsage;
import io.hdfsthrottle.link.UsageReport.RuleUsage;
import io.hdfsthrottle.link.UsageReport.TenantUsage;
import io.hdfsthrottle.link.UsageReport.VolumeUsage;
import io.hdfsthrottle.localio.LocalIoJson;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.part.PartTermsJson;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The messages as JSON, for both ends of the wire. Reading refuses whole what is wrong in part.
 *
 * <p>All readers throw {@link MalformedJsonException} for a member that is missing or of the wrong type, and
 * {@link IllegalArgumentException} for a value out of its range.
 */
public final class WireFormat {

    /** How many volumes one report may hold. */
    public static final int MOST_VOLUMES = 256;

    /** How many tenants one volume may hold in a report. */
    public static final int MOST_TENANTS = 4_096;

    /** How many ways there are for bytes on a volume, and more than there are. */
    private static final int MOST_PATHS = 16;

    /** As many as a cluster can have. */
    private static final int MOST_RULES = 1_000;

    private static final int MOST_LAYERS = 16;
    private static final int LONGEST_TEXT = 600;

    private static final Duration SHORTEST_RENEWAL = Duration.ofSeconds(1);
    private static final Duration LONGEST_RENEWAL = Duration.ofHours(1);
    private static final Duration LONGEST_SLOT = Duration.ofHours(24);

    private WireFormat() {}

    /** A report as one line of JSON. */
    public static String usageToJson(UsageReport report) {
        List<Object> volumes = new ArrayList<>();
        for (VolumeUsage volume : report.volumes()) {
            List<Object> tenants = new ArrayList<>();
            for (TenantUsage tenant : volume.tenants()) {
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("tenant", tenant.tenant().name());
                entry.put("weight", tenant.weight());
                entry.put("bytes", tenant.bytes());
                entry.put("bytesPerSecond", tenant.rate().bytesPerSecond());
                entry.put("entitlement", tenant.entitlement().bytesPerSecond());
                entry.put("backlogged", tenant.backlogged());
                entry.put("waitedMillis", tenant.waited().toMillis());
                if (!tenant.limit().isUnlimited()) {
                    entry.put("limit", tenant.limit().bytesPerSecond());
                }
                tenants.add(entry);
            }
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("volume", volume.volume());
            entry.put("capacity", volume.capacity().map(Rate::bytesPerSecond).orElse(null));
            entry.put("tenants", tenants);
            entry.put("coverage", coverage(volume));
            if (!volume.applications().isEmpty()) {
                entry.put("applications", applications(volume));
            }
            volume.disk().ifPresent(use -> entry.put("disk", LocalIoJson.use(use)));
            volume.device().ifPresent(device -> entry.put("device", device.toJson()));
            volumes.add(entry);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("node", report.node());
        json.put("epoch", report.grant().epoch());
        json.put("sequence", report.grant().sequence());
        if (!report.terms().equals(GrantVersion.NONE)) {
            json.put("termsEpoch", report.terms().epoch());
            json.put("termsSequence", report.terms().sequence());
        }
        json.put("state", report.pacing() ? "pacing" : "passing");
        report.keys().ifPresent(keys -> json.put("keys", keys));
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
        for (ApplicationUsage application : volume.applications()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("application", application.application());
            entry.put("tenant", application.tenant().name());
            entry.put("waitedMillis", application.waited().toMillis());
            applications.add(entry);
        }
        return applications;
    }

    private static List<ApplicationUsage> applications(JsonObject volume) throws MalformedJsonException {
        List<ApplicationUsage> applications = new ArrayList<>();
        for (JsonObject each : volume.objects("applications", UsageReport.MOST_APPLICATIONS)) {
            String application = each.text("application");
            if (!AppTag.isApplication(application)) {
                throw new IllegalArgumentException("an application's id is " + AppTag.APPLICATION_RULE);
            }
            applications.add(
                    ApplicationUsage.of(application, Tenant.named(each.text("tenant")), millis(each, "waitedMillis")));
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
        List<RuleUsage> rules = new ArrayList<>();
        for (JsonObject rule : report.objects("rules", MOST_RULES)) {
            rules.add(RuleUsage.of(
                    bounded(rule.text("rule")), rule.count("hits"), Duration.ofMillis(rule.count("agoMillis"))));
        }
        return rules;
    }

    private static List<Object> coverage(VolumeUsage volume) {
        List<Object> coverage = new ArrayList<>();
        for (PathCover cover : volume.coverage()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("path", cover.path());
            entry.put("coveredBy", cover.coveredBy());
            entry.put("reason", bounded(cover.reason()));
            coverage.add(entry);
        }
        return coverage;
    }

    private static List<PathCover> coverage(JsonObject volume) throws MalformedJsonException {
        List<PathCover> coverage = new ArrayList<>();
        for (JsonObject cover : volume.objects("coverage", MOST_PATHS)) {
            coverage.add(PathCover.of(
                    bounded(cover.text("path")),
                    cover.texts("coveredBy", MOST_LAYERS).stream()
                            .map(WireFormat::bounded)
                            .collect(Collectors.toList()),
                    bounded(cover.optionalText("reason").orElse(""))));
        }
        return coverage;
    }

    /** Reasons are for people, and hold what a kernel said: no more of it is kept than somebody reads. */
    private static String bounded(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
    }

    /** Reads a report. */
    public static UsageReport usageFromJson(String text) throws MalformedJsonException {
        JsonObject json = JsonObject.parse(text);
        List<VolumeUsage> volumes = new ArrayList<>();
        for (JsonObject volume : json.objects("volumes", MOST_VOLUMES)) {
            List<TenantUsage> tenants = new ArrayList<>();
            for (JsonObject tenant : volume.objects("tenants", MOST_TENANTS)) {
                tenants.add(TenantUsage.of(
                                Tenant.named(tenant.text("tenant")),
                                tenant.number("weight"),
                                tenant.count("bytes"),
                                Rate.ofBytesPerSecond(tenant.count("bytesPerSecond")),
                                Rate.ofBytesPerSecond(tenant.count("entitlement")),
                                tenant.flag("backlogged"),
                                Duration.ofMillis(tenant.count("waitedMillis")))
                        .limitedTo(tenant.optionalCount("limit")
                                .map(Rate::ofBytesPerSecond)
                                .orElse(Rate.UNLIMITED)));
            }
            Optional<JsonObject> device = volume.optionalObject("device");
            volumes.add(VolumeUsage.of(
                            volume.text("volume"),
                            volume.optionalCount("capacity")
                                    .map(Rate::ofBytesPerSecond)
                                    .orElse(null),
                            tenants)
                    .coveredBy(coverage(volume))
                    .waitedFor(applications(volume))
                    .sharedBy(LocalIoJson.use(volume).orElse(null))
                    .on(device.isPresent() ? DiskFacts.fromJson(device.get()) : null));
        }
        UsageReport report = UsageReport.of(
                        json.text("node"),
                        GrantVersion.of(json.count("epoch"), json.count("sequence")),
                        pacing(json.text("state")),
                        volumes)
                .withTerms(GrantVersion.of(
                        json.optionalCount("termsEpoch").orElse(0L),
                        json.optionalCount("termsSequence").orElse(0L)))
                .withRules(rules(json));
        Optional<String> machine = json.optionalText("machine").map(WireFormat::bounded);
        if (machine.isPresent()) {
            report = report.onMachine(machine.get(), LocalIoJson.standings(json));
        }
        Optional<String> keys = json.optionalText("keys");
        return keys.isPresent() ? report.withKeys(keys.get()) : report;
    }

    private static boolean pacing(String state) {
        if (state.equals("pacing") || state.equals("passing")) {
            return state.equals("pacing");
        }
        throw new IllegalArgumentException("a node's state is pacing or passing");
    }

    /** A registration as one line of JSON. */
    public static String registrationToJson(Registration registration) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("application", registration.application());
        json.put("name", registration.name());
        json.put("user", registration.user());
        json.put("tenant", registration.tenant().orElse(null));
        if (!registration.terms().equals(PartTerms.NONE)) {
            json.putAll(PartTermsJson.write(registration.terms()));
        }
        registration.admission().ifPresent(mode -> json.put("admission", mode));
        registration.before().ifPresent(lease -> {
            json.put("notBefore", lease.notBefore());
            json.put("secret", lease.secret());
        });
        return JsonObject.write(json);
    }

    /** What is left on nodes, as one line of JSON. */
    public static String entitlementLeftToJson(EntitlementLeft left) {
        List<Object> nodes = new ArrayList<>();
        left.nodes().forEach((node, bytesPerSecond) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("node", node);
            entry.put("left", bytesPerSecond);
            nodes.add(entry);
        });
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("againMillis", left.again().toMillis());
        json.put("ageMillis", left.age().toMillis());
        json.put("nodes", nodes);
        return JsonObject.write(json);
    }

    /** Reads what is left on nodes. */
    public static EntitlementLeft entitlementLeftFromJson(String text) throws MalformedJsonException {
        JsonObject json = JsonObject.parse(text);
        Map<String, Long> nodes = new LinkedHashMap<>();
        for (JsonObject node : json.objects("nodes", EntitlementLeft.MOST_NODES)) {
            nodes.put(bounded(node.text("node")), node.count("left"));
        }
        return EntitlementLeft.of(
                nodes,
                within(SHORTEST_RENEWAL, millis(json, "againMillis"), LONGEST_RENEWAL),
                within(Duration.ZERO, millis(json, "ageMillis"), LONGEST_RENEWAL));
    }

    /** What an application waited, as one line of JSON. */
    public static String waitingToJson(String application, Waiting waiting) {
        return waitingToJson(application, waiting, "");
    }

    /**
     * What an application waited, as one line of JSON.
     *
     * @param reservation how it stands with what it reserves, a sentence for people; empty for nothing
     */
    public static String waitingToJson(String application, Waiting waiting, String reservation) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("application", application);
        json.put("tenant", waiting.tenant().name());
        json.put("waitedMillis", waiting.waited().toMillis());
        json.put("withinMillis", waiting.within().toMillis());
        json.put("complete", waiting.complete());
        json.put("cause", waiting.cause().name().toLowerCase(Locale.ROOT));
        waiting.entitlement().ifPresent(rate -> json.put("entitlement", rate.bytesPerSecond()));
        waiting.capacity().ifPresent(rate -> json.put("capacity", rate.bytesPerSecond()));
        json.put("sentence", (waiting.sentence(application) + " " + reservation).trim());
        return JsonObject.write(json);
    }

    /** Reads what an application waited. */
    public static Waiting waitingFromJson(String text) throws MalformedJsonException {
        JsonObject json = JsonObject.parse(text);
        Waiting waiting = Waiting.of(
                Tenant.named(json.text("tenant")),
                millis(json, "waitedMillis"),
                millis(json, "withinMillis"),
                cause(json.text("cause")));
        Optional<Rate> entitlement = json.optionalCount("entitlement").map(Rate::ofBytesPerSecond);
        Optional<Rate> capacity = json.optionalCount("capacity").map(Rate::ofBytesPerSecond);
        Waiting rated = entitlement.isPresent() && capacity.isPresent()
                ? waiting.at(entitlement.get(), capacity.get())
                : waiting;
        return json.flag("complete") ? rated : rated.atLeast();
    }

    /** A newer coordinator may know more causes. */
    private static Waiting.Cause cause(String written) {
        for (Waiting.Cause cause : Waiting.Cause.values()) {
            if (cause.name().toLowerCase(Locale.ROOT).equals(written)) {
                return cause;
            }
        }
        return Waiting.Cause.UNKNOWN;
    }

    private static Duration millis(JsonObject json, String member) throws MalformedJsonException {
        return Duration.ofMillis(json.count(member));
    }

    static String secretToJson(Lease lease) {
        return JsonObject.write(Map.of("secret", lease.secret()));
    }

    static String slotToJson(Lease lease, long bytes, Duration deadline, Duration patience) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("application", lease.tag().application());
        json.put("secret", lease.secret());
        json.put("bytes", bytes);
        json.put("deadline", deadline.toSeconds() + "s");
        json.put("patience", patience.toSeconds() + "s");
        json.put("callback", true);
        return JsonObject.write(json);
    }

    static SlotAnswer slotFromJson(String text) throws MalformedJsonException {
        JsonObject json = JsonObject.parse(text);
        Duration within = Duration.ofSeconds(Math.min(json.count("slices"), LONGEST_SLOT.toSeconds()));
        return SlotAnswer.of(json.count("slot"), within);
    }

    static boolean hasBegunFromJson(String text) throws MalformedJsonException {
        return JsonObject.parse(text).text("state").equals("begun");
    }

    static String tokenToJson(UserToken token) {
        return JsonObject.write(Map.of("token", token.text()));
    }

    static UserToken tokenFromJson(String text) throws MalformedJsonException {
        return UserToken.parse(JsonObject.parse(text).text("token"))
                .orElseThrow(() -> new IllegalArgumentException("what should be a token is none"));
    }

    static Lease leaseFromJson(String text) throws MalformedJsonException {
        JsonObject json = JsonObject.parse(text);
        Duration renewAfter = Duration.ofSeconds(json.count("renewSeconds"));
        return Lease.of(
                        AppTag.parse(json.text("tag"))
                                .orElseThrow(() -> new IllegalArgumentException("what should be a tag is none")),
                        Tenant.named(json.text("tenant")),
                        json.count("notBefore"),
                        json.text("secret"),
                        within(SHORTEST_RENEWAL, renewAfter, LONGEST_RENEWAL))
                .remarking(PlainText.of(bounded(json.optionalText("remark").orElse(""))))
                // What a newer coordinator may say besides is not known to be free.
                .reading(json.optionalText("shortCircuit")
                        .flatMap(ShortCircuit::labelled)
                        .orElse(ShortCircuit.TCP));
    }

    private static Duration within(Duration least, Duration value, Duration most) {
        return value.compareTo(least) < 0 ? least : value.compareTo(most) > 0 ? most : value;
    }
}
