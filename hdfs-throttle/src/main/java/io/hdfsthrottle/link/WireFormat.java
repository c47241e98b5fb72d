package io.hdfsthrottle.link;

import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.UserToken;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.part.PartTermsJson;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Writes and reads the messages between hosts and coordinators as JSON, for both ends of the wire. A message that is
 * wrong in part is refused whole.
 *
 * <p>All readers throw {@link MalformedJsonException} for a member that is missing or of the wrong type, and
 * {@link IllegalArgumentException} for a value out of its range.
 */
public final class WireFormat {

    private static final Duration SHORTEST_RENEWAL = Duration.ofSeconds(1);
    private static final Duration LONGEST_RENEWAL = Duration.ofHours(1);
    private static final Duration LONGEST_APPOINTMENT = Duration.ofHours(24);

    private WireFormat() {}

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

    /** The bandwidth left on nodes, as one line of JSON. */
    public static String entitlementLeftToJson(EntitlementLeft left) {
        List<Object> nodes = new ArrayList<>();
        left.nodes().forEach((node, bytesPerSecond) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("node", node);
            entry.put("leftBytesPerSecond", bytesPerSecond);
            nodes.add(entry);
        });
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("againMillis", left.again().toMillis());
        json.put("ageMillis", left.age().toMillis());
        json.put("nodes", nodes);
        return JsonObject.write(json);
    }

    /** Reads the bandwidth left on nodes. */
    public static EntitlementLeft entitlementLeftFromJson(String text) throws MalformedJsonException {
        JsonObject json = JsonObject.parse(text);
        Map<String, Long> nodes = new LinkedHashMap<>();
        for (JsonObject node : json.objects("nodes", EntitlementLeft.MOST_NODES)) {
            nodes.put(PlainText.cut(node.text("node")), node.count("leftBytesPerSecond"));
        }
        return new EntitlementLeft(
                nodes,
                within(SHORTEST_RENEWAL, millis(json, "againMillis"), LONGEST_RENEWAL),
                within(Duration.ZERO, millis(json, "ageMillis"), LONGEST_RENEWAL));
    }

    /** An application's wait, as one line of JSON, with a sentence on its reservation for users; empty for none. */
    public static String waitingToJson(String application, Waiting waiting, String reservation) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("application", application);
        json.put("tenant", waiting.tenant().name());
        json.put("waitedMillis", waiting.waited().toMillis());
        json.put("withinMillis", waiting.within().toMillis());
        json.put("complete", waiting.complete());
        json.put("cause", waiting.cause().name().toLowerCase(Locale.ROOT));
        waiting.entitlement().ifPresent(rate -> json.put("entitlementBytesPerSecond", rate.bytesPerSecond()));
        waiting.capacity().ifPresent(rate -> json.put("capacityBytesPerSecond", rate.bytesPerSecond()));
        json.put("sentence", (waiting.sentence(application) + " " + reservation).trim());
        return JsonObject.write(json);
    }

    /** Reads an application's wait. */
    public static Waiting waitingFromJson(String text) throws MalformedJsonException {
        JsonObject json = JsonObject.parse(text);
        Waiting waiting = Waiting.of(
                Tenant.named(json.text("tenant")),
                millis(json, "waitedMillis"),
                millis(json, "withinMillis"),
                cause(json.text("cause")));
        Optional<Rate> entitlement =
                json.optionalCount("entitlementBytesPerSecond").map(Rate::ofBytesPerSecond);
        Optional<Rate> capacity = json.optionalCount("capacityBytesPerSecond").map(Rate::ofBytesPerSecond);
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

    static String renewalToJson(Lease lease, int executors, int tasks) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("secret", lease.secret());
        if (executors != 1 || tasks != 1) {
            json.put("executors", executors);
            json.put("tasks", tasks);
        }
        return JsonObject.write(json);
    }

    static String secretToJson(Lease lease) {
        return JsonObject.write(Map.of("secret", lease.secret()));
    }

    static String appointmentToJson(
            Lease lease, long bytes, Collection<String> nodes, Duration deadline, Duration patience) {
        Map<String, Object> json = spokenFor(lease);
        json.put("bytes", bytes);
        json.put("nodes", nodes.isEmpty() ? null : List.copyOf(nodes));
        json.put("deadlineSeconds", deadline.toSeconds());
        json.put("patienceSeconds", patience.toSeconds());
        json.put("callback", true);
        return JsonObject.write(json);
    }

    static AppointmentAnswer appointmentFromJson(String text) throws MalformedJsonException {
        JsonObject json = JsonObject.parse(text);
        Duration within = Duration.ofSeconds(Math.min(json.count("startSeconds"), LONGEST_APPOINTMENT.toSeconds()));
        return new AppointmentAnswer(json.count("appointment"), within);
    }

    static boolean hasBegunFromJson(String text) throws MalformedJsonException {
        return JsonObject.parse(text).text("state").equals("begun");
    }

    static String yieldToJson(Lease lease, String level, Duration time) {
        Map<String, Object> json = spokenFor(lease);
        json.put("level", level);
        json.put("yieldSeconds", time.toSeconds());
        return JsonObject.write(json);
    }

    static String boostToJson(Lease lease, Duration time) {
        Map<String, Object> json = spokenFor(lease);
        json.put("boostSeconds", time.toSeconds());
        return JsonObject.write(json);
    }

    static CreditStanding creditsFromJson(String text) throws MalformedJsonException {
        JsonObject json = JsonObject.parse(text);
        return new CreditStanding(
                Tenant.named(json.text("tenant")),
                json.number("credits"),
                Duration.ofSeconds(json.count("yieldSeconds")),
                Duration.ofSeconds(json.count("boostSeconds")));
    }

    private static Map<String, Object> spokenFor(Lease lease) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("application", lease.tag().application());
        json.put("secret", lease.secret());
        return json;
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
                .remarking(
                        PlainText.of(PlainText.cut(json.optionalText("remark").orElse(""))))
                // A value of a newer coordinator that is unknown here must not count as free.
                .reading(json.optionalText("shortCircuit")
                        .flatMap(ShortCircuit::labelled)
                        .orElse(ShortCircuit.TCP));
    }

    private static Duration within(Duration least, Duration value, Duration most) {
        return value.compareTo(least) < 0 ? least : value.compareTo(most) > 0 ? most : value;
    }
}
