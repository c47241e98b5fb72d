package io.hdfsthrottle.coordinator.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.hdfsthrottle.coordinator.application.Application;
import io.hdfsthrottle.coordinator.audit.EventRing.Kind;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.PolicyDifference;
import io.hdfsthrottle.coordinator.policy.RuleMatch;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.UserToken;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.part.PartTermsJson;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Audit log of changes and refusals: the state before and after, the time, and the caller's address and credential. One
 * line of JSON per event, in a file or in the coordinator's own log, and the last events in memory.
 *
 * <p>Thread-safe; events are in the order in which they are recorded. Errors of recording never fail the recorded
 * action: they go to the coordinator's log.
 */
public final class AuditTrail implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);

    /** Receives the events if no file is set. */
    private static final Logger CONSOLE = LoggerFactory.getLogger("io.hdfsthrottle.audit");

    private static final int LONGEST_TEXT = 512;

    /**
     * Nothing but printable ASCII leaves it, so that no text from outside begins a line or moves a terminal's cursor.
     */
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private final Clock clock;
    private final Consumer<String> lines;
    private final Runnable closing;
    private final EventRing ring = new EventRing();
    private final RefusalRate refusals;
    private long lastId;

    private AuditTrail(Clock clock, Ticker ticker, Consumer<String> lines, Runnable closing) {
        this.clock = clock;
        this.refusals = new RefusalRate(ticker);
        this.lines = lines;
        this.closing = closing;
    }

    /** Opens the log; where its file cannot be written, the message names the setting. */
    public static AuditTrail open(AuditSettings settings, Clock clock, Ticker ticker) throws IOException {
        if (settings.file().isEmpty()) {
            return new AuditTrail(clock, ticker, CONSOLE::info, () -> {});
        }
        AuditFile file = AuditFile.open(settings.file().get(), settings);
        return new AuditTrail(clock, ticker, file::append, file::close);
    }

    private record TenantState(
            int priority, long reservationBytesPerSecond, Long limitBytesPerSecond, String shortCircuit) {
        static Optional<TenantState> of(Tenant tenant, Policy policy) {
            return policy.terms(tenant)
                    .map(terms -> new TenantState(
                            terms.priority(),
                            terms.reservation().bytesPerSecond(),
                            terms.limit().isUnlimited() ? null : terms.limit().bytesPerSecond(),
                            terms.shortCircuit().label()));
        }
    }

    /** A rule's place, its patterns by name, and its tenant; null for what does not matter. */
    private static Optional<Map<String, Object>> ruleState(String name, Policy policy) {
        return policy.rule(name).map(rule -> {
            Map<String, Object> state = new LinkedHashMap<>();
            state.put("position", policy.rules().rules().indexOf(rule) + 1);
            state.putAll(RuleMatch.of(rule).members());
            state.put("tenant", rule.tenant().name());
            return state;
        });
    }

    private record ApplicationState(
            String name,
            String user,
            String claims,
            String tenant,
            long notBefore,
            boolean verified,
            @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, Object> terms,
            @JsonInclude(JsonInclude.Include.NON_NULL) Integer parts,
            @JsonInclude(JsonInclude.Include.NON_NULL) Long waitsForBytesPerSecond) {
        static ApplicationState of(Application application, Function<Application, Optional<Tenant>> tenantOf) {
            return new ApplicationState(
                    application.name(),
                    application.user(),
                    application.claims().map(Tenant::name).orElse(null),
                    tenantOf.apply(application).map(Tenant::name).orElse(null),
                    application.notBefore(),
                    application.userVerified(),
                    application.terms().equals(PartTerms.NONE) ? null : PartTermsJson.write(application.terms()),
                    application.ask().parts() == 1 ? null : application.ask().parts(),
                    application.ask().waitsFor().map(Rate::bytesPerSecond).orElse(null));
        }
    }

    public void tenant(Origin origin, Tenant tenant, Policy before, Policy after) {
        change("tenant", tenant.name(), origin, TenantState.of(tenant, before), TenantState.of(tenant, after));
    }

    public void rule(Origin origin, String name, Policy before, Policy after) {
        change("rule", name, origin, ruleState(name, before), ruleState(name, after));
    }

    /** Records that a policy was replaced: each tenant and rule that differs, and by the plan of which id. */
    public void policy(Origin origin, String plan, Policy before, Policy after) {
        PolicyDifference differs = PolicyDifference.between(before, after);
        differs.tenants().forEach(tenant -> tenant(origin, tenant, before, after));
        differs.rules().forEach(rule -> rule(origin, rule, before, after));
        if (differs.reordered()) {
            happened(origin, "rules.reordered", "-", String.join(", ", after.ruleNames()));
        }
        happened(origin, "policy.applied", plan, differs.toString());
    }

    /** Records that an application registered, registered again with changes, got other terms, or ended. */
    public void application(
            Origin origin,
            Optional<Application> before,
            Optional<Application> after,
            Function<Application, Optional<Tenant>> tenantOf) {
        String event = after.isEmpty()
                ? origin.equals(Origin.ITSELF) ? "application.expired" : "application.ended"
                : before.isEmpty()
                        ? "application.registered"
                        : before.get().differsInTermsAlone(after.get()) ? "application.changed" : "application.moved";
        record(
                Kind.APPLICATION,
                event,
                after.or(() -> before).map(Application::id).orElse("-"),
                origin,
                before.map(each -> ApplicationState.of(each, tenantOf)),
                after.map(each -> ApplicationState.of(each, tenantOf)),
                null);
    }

    /** Records what an application did besides; kept among the events of applications, since they are many. */
    public void ofApplication(Origin origin, String event, String application, String detail) {
        record(Kind.APPLICATION, event, application, origin, detail);
    }

    /**
     * Records that a user's token was issued or cancelled; kept among the events of applications, since users are many.
     */
    public void token(Origin origin, String event, UserToken token) {
        record(Kind.APPLICATION, event, token.toString(), origin, null);
    }

    /** Records another event of the coordinator: a term began or ended, keys changed. */
    public void happened(Origin origin, String event, String name, String detail) {
        record(Kind.POLICY, event, name, origin, detail);
    }

    /** Records that something is not as promised, or is again. */
    public void found(String event, String subject, String detail) {
        record(Kind.FINDING, event, subject, Origin.ITSELF, detail);
    }

    /**
     * Records a request that was refused for its caller's identity. A burst is recorded one by one, then one a second;
     * the others are counted.
     *
     * @param request method and path
     */
    public synchronized void refused(Origin origin, String request, String detail) {
        if (refusals.permits()) {
            tellCounted();
            record(Kind.REFUSAL, "refused", request, origin, detail);
        }
    }

    /** Records the number of refusals that were only counted; called about once a second. */
    public synchronized void tellCounted() {
        long counted = refusals.takeCounted();
        if (counted > 0) {
            String what = counted + " more requests were refused and are not recorded one by one";
            record(Kind.REFUSAL, "refused", "-", Origin.unknown("-"), what);
        }
    }

    /** The events with a larger id. */
    public synchronized List<Event> since(long id) {
        return ring.since(id);
    }

    private void change(String what, String name, Origin origin, Optional<?> before, Optional<?> after) {
        String verb = before.isEmpty() ? ".created" : after.isEmpty() ? ".deleted" : ".changed";
        record(Kind.POLICY, what + verb, name, origin, before, after, null);
    }

    private void record(Kind kind, String event, String name, Origin origin, String detail) {
        record(kind, event, name, origin, Optional.empty(), Optional.empty(), detail);
    }

    private synchronized void record(
            Kind kind, String event, String name, Origin origin, Optional<?> before, Optional<?> after, String detail) {
        try {
            Instant now = clock.instant();
            lastId = Math.max(lastId + 1, ChronoUnit.MICROS.between(Instant.EPOCH, now));
            Event recorded = new Event(
                    lastId,
                    now.truncatedTo(ChronoUnit.MILLIS).toString(),
                    event,
                    shortened(name),
                    origin.credential(),
                    shortened(origin.address()),
                    state(before),
                    state(after),
                    shortened(detail));
            ring.add(kind, recorded);
            lines.accept(JSON.writeValueAsString(recorded));
        } catch (JsonProcessingException | RuntimeException trouble) {
            LOG.error("The audit log lacks {} of {}", event, shortened(name), trouble);
        }
    }

    private static JsonNode state(Optional<?> state) {
        return state.<JsonNode>map(JSON::valueToTree).orElse(null);
    }

    private static String shortened(String text) {
        return text == null || text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "...";
    }

    @Override
    public synchronized void close() {
        closing.run();
    }
}
