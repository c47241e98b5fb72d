package io.hdfsthrottle.link;

import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantUpdateJson;
import io.hdfsthrottle.identity.UserToken;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.localio.LocalIoJson;
import io.hdfsthrottle.tls.TlsFiles;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.UsageReportJson;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The link to the coordinators over HTTP: the requests, and the meaning of the answers. {@link Coordinators} selects
 * the coordinator. Thread-safe. Answers are bounded to {@value #LARGEST_ANSWER} bytes.
 */
public final class HttpLink implements CoordinatorLink {

    static final int LARGEST_ANSWER = 8 << 20;

    private static final int NOT_FOUND = 404;
    private static final int NO_CONTENT = 204;
    private static final int LONGEST_DETAIL = 300;

    private final Coordinators coordinators;
    private final Duration timeout;

    /**
     * A link to these coordinators; opens nothing yet.
     *
     * @param coordinators base addresses, at least one, for example {@code http://coordinator:9880}
     * @param timeout how long one call to one coordinator may take, beyond the time that it may be held open
     * @param credential the proof of identity of each call; only these coordinators ever see it
     */
    public HttpLink(List<URI> coordinators, Duration timeout, Credential credential) {
        this(coordinators, timeout, credential, TlsFiles.NONE);
    }

    /**
     * A link to these coordinators; opens nothing yet.
     *
     * @param coordinators base addresses, at least one, for example {@code https://coordinator:9880}
     * @param timeout how long one call to one coordinator may take, beyond the time that it may be held open
     * @param credential the proof of identity of each call; only these coordinators ever see it
     * @param tls the certificates that are trusted; while the files cannot be used, calls fail as if no coordinator had
     *     answered
     */
    public HttpLink(List<URI> coordinators, Duration timeout, Credential credential, TlsFiles tls) {
        this.coordinators = new Coordinators(coordinators, timeout, credential, tls);
        this.timeout = timeout;
    }

    /**
     * A client that connects to servers itself: the proxy of a JVM's other programs ({@code http.proxyHost}) would see
     * tokens, and answer in their stead.
     *
     * @param connect how long a connection may take
     */
    public static HttpClient.Builder client(Duration connect) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(connect);
    }

    /**
     * Refuses an answer that no coordinator gave: one of success is JSON or empty, any other a problem document (RFC
     * 9457).
     */
    public static void requireCoordinators(HttpResponse<String> answer) throws IOException {
        String type = answer.headers().firstValue("Content-Type").orElse("");
        boolean fits = answer.statusCode() / 100 == 2
                ? answer.body().isEmpty() || type.isEmpty() || type.startsWith("application/json")
                : type.startsWith("application/problem+json");
        if (!fits) {
            throw new IOException("what answers there, with status " + answer.statusCode()
                    + ", is no coordinator but another server or a proxy; see whether host and port are right");
        }
    }

    @Override
    public Optional<GrantUpdate> awaitGrant(String node, GrantPosition known, Duration patience)
            throws LinkException, InterruptedException {
        String path = "/v1/nodes/" + encoded(node) + "/grant?wire=" + GrantUpdateJson.WIRE
                + "&epoch=" + known.policy().epoch() + "&sequence="
                + known.policy().sequence()
                + "&termsEpoch=" + known.terms().epoch() + "&termsSequence="
                + known.terms().sequence()
                + "&applications=" + known.applications() + "&waitSeconds=" + patience.toSeconds();
        HttpResponse<String> answer = coordinators.call("GET", path, null, timeout.plus(patience));
        return answer.statusCode() == NO_CONTENT
                ? Optional.empty()
                : Optional.of(understood(answer, GrantUpdateJson::read));
    }

    @Override
    public GrantUpdate applications(String node, List<String> applications) throws LinkException, InterruptedException {
        return understood(
                coordinators.call(
                        "POST",
                        "/v1/nodes/" + encoded(node) + "/applications",
                        GrantUpdateJson.question(applications),
                        timeout),
                GrantUpdateJson::read);
    }

    @Override
    public List<LocalExecutor> report(UsageReport report) throws LinkException, InterruptedException {
        HttpResponse<String> answer = coordinators.call(
                "POST", "/v1/nodes/" + encoded(report.node()) + "/usage", UsageReportJson.write(report), timeout);
        accepted(answer);
        return answer.statusCode() == NO_CONTENT ? List.of() : understood(answer, LocalIoJson::executors);
    }

    @Override
    public Lease register(Registration registration) throws LinkException, InterruptedException {
        String body = WireFormat.registrationToJson(registration);
        return understood(coordinators.call("POST", "/v1/applications", body, timeout), WireFormat::leaseFromJson);
    }

    @Override
    public Optional<Lease> renew(Lease lease, int executors, int tasks) throws LinkException, InterruptedException {
        return ofApplication(
                lease, "/renewal", WireFormat.renewalToJson(lease, executors, tasks), WireFormat::leaseFromJson);
    }

    @Override
    public Optional<EntitlementLeft> entitlementLeft(Lease lease) throws LinkException, InterruptedException {
        return ofApplication(lease, "/replicas", WireFormat.secretToJson(lease), WireFormat::entitlementLeftFromJson);
    }

    @Override
    public Optional<Waiting> waiting(Lease lease) throws LinkException, InterruptedException {
        return ofApplication(lease, "/explain", WireFormat.secretToJson(lease), WireFormat::waitingFromJson);
    }

    @Override
    public boolean claim(Lease lease, List<ExecutorClaim> claims) throws LinkException, InterruptedException {
        HttpResponse<String> answer = coordinators.call(
                "POST",
                "/v1/applications/" + encoded(lease.tag().application()) + "/executors",
                LocalIoJson.claims(lease.secret(), claims),
                timeout);
        if (answer.statusCode() == NOT_FOUND) {
            return false;
        }
        accepted(answer);
        return true;
    }

    @Override
    public AppointmentAnswer makeAppointment(
            Lease lease, long bytes, Collection<String> nodes, Duration deadline, Duration patience)
            throws LinkException, InterruptedException {
        String body = WireFormat.appointmentToJson(lease, bytes, nodes, deadline, patience);
        return understood(
                coordinators.call("POST", "/v1/appointments", body, timeout), WireFormat::appointmentFromJson);
    }

    @Override
    public Optional<Boolean> hasBegun(AppointmentAnswer appointment, Duration patience)
            throws LinkException, InterruptedException {
        HttpResponse<String> answer = coordinators.call(
                "GET",
                "/v1/appointments/" + appointment.number() + "?waitSeconds=" + patience.toSeconds(),
                null,
                timeout.plus(patience));
        return answer.statusCode() == NOT_FOUND
                ? Optional.empty()
                : Optional.of(understood(answer, WireFormat::hasBegunFromJson));
    }

    @Override
    public void endAppointment(Lease lease, AppointmentAnswer appointment) throws LinkException, InterruptedException {
        HttpResponse<String> answer = coordinators.call(
                "DELETE", "/v1/appointments/" + appointment.number(), WireFormat.secretToJson(lease), timeout);
        if (answer.statusCode() != NOT_FOUND) {
            accepted(answer);
        }
    }

    @Override
    public CreditStanding stepBack(Lease lease, String level, Duration time)
            throws LinkException, InterruptedException {
        return credits("PUT", lease, "yield", WireFormat.yieldToJson(lease, level, time));
    }

    @Override
    public CreditStanding boost(Lease lease, Duration time) throws LinkException, InterruptedException {
        return credits("POST", lease, "boost", WireFormat.boostToJson(lease, time));
    }

    private CreditStanding credits(String method, Lease lease, String what, String body)
            throws LinkException, InterruptedException {
        String path = "/v1/tenants/" + encoded(lease.tenant().name()) + "/" + what;
        return understood(coordinators.call(method, path, body, timeout), WireFormat::creditsFromJson);
    }

    @Override
    public void withdraw(Lease lease) throws LinkException, InterruptedException {
        HttpResponse<String> answer = coordinators.call(
                "DELETE",
                "/v1/applications/" + encoded(lease.tag().application()),
                WireFormat.secretToJson(lease),
                timeout);
        if (answer.statusCode() != NOT_FOUND) {
            accepted(answer);
        }
    }

    /** Asks for a token of the user that this link's credential proves by Kerberos. */
    public UserToken obtainToken() throws LinkException, InterruptedException {
        return understood(coordinators.call("POST", "/v1/tokens", "{}", timeout), WireFormat::tokenFromJson);
    }

    /**
     * Asks for the same token with more time; this link's credential has to be of the same user, such as the token
     * itself.
     */
    public UserToken renewToken(UserToken token) throws LinkException, InterruptedException {
        return understood(
                coordinators.call("POST", "/v1/tokens/renewal", WireFormat.tokenToJson(token), timeout),
                WireFormat::tokenFromJson);
    }

    /** Nothing if the application is not known. */
    private <T> Optional<T> ofApplication(Lease lease, String what, String body, Reader<T> reader)
            throws LinkException, InterruptedException {
        HttpResponse<String> answer = coordinators.call(
                "POST", "/v1/applications/" + encoded(lease.tag().application()) + what, body, timeout);
        return answer.statusCode() == NOT_FOUND ? Optional.empty() : Optional.of(understood(answer, reader));
    }

    private static void accepted(HttpResponse<String> answer) throws LinkException {
        if (answer.statusCode() / 100 != 2) {
            throw LinkException.refused(detail(answer), answer.statusCode());
        }
    }

    private static <T> T understood(HttpResponse<String> answer, Reader<T> reader) throws LinkException {
        accepted(answer);
        try {
            return reader.read(answer.body());
        } catch (MalformedJsonException | IllegalArgumentException malformed) {
            throw LinkException.notReached(
                    answer.uri() + " answered what is not understood: " + malformed.getMessage(), malformed);
        }
    }

    /** The coordinator's message for a refusal (RFC 9457), as one printable line. */
    private static String detail(HttpResponse<String> answer) {
        String words = "";
        try {
            JsonObject problem = JsonObject.parse(answer.body());
            words = problem.optionalText("detail").orElse("");
        } catch (MalformedJsonException noProblem) {
            words = "";
        }
        String line = words.replaceAll("\\p{Cntrl}", " ");
        return answer.uri() + " refused with status " + answer.statusCode()
                + (line.isEmpty() ? "" : ": " + line.substring(0, Math.min(line.length(), LONGEST_DETAIL)));
    }

    private static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        coordinators.close();
    }

    /** Parses an answer's text into a message. */
    @FunctionalInterface
    private interface Reader<T> {
        T read(String text) throws MalformedJsonException;
    }
}
