package io.hdfsthrottle.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.client.Answer.Kind;
import io.hdfsthrottle.client.ThrottleClient.Level;
import io.hdfsthrottle.fakes.HttpCoordinator;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.CreditStanding;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Registration;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an application asks, of a coordinator that answers, refuses, is away, or never was there. */
@Timeout(60)
@Tag("slow")
final class ThrottleClientTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String TAG =
            "app-1.k1.0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef-_0123";
    private static final String LEASE = "{\"application\":\"app-1\",\"tenant\":\"etl\",\"tag\":\"" + TAG
            + "\",\"notBefore\":7,\"secret\":\"k1.s\",\"renewSeconds\":600,\"expiresSeconds\":1800}";
    private static final String SPOKEN_FOR = "{\"application\":\"app-1\",\"secret\":\"k1.s\",";
    private static final String STANDING =
            "{\"tenant\":\"etl\",\"credits\":41.5,\"level\":\"low\",\"yieldSeconds\":60,\"boostSeconds\":0}";
    private static final String MADE = "{\"appointment\":7,\"startSeconds\":20}";
    private static final String WAITS = "{\"appointment\":7,\"state\":\"waiting\",\"startSeconds\":20}";

    /** Every question that is asked of a coordinator. */
    private static final List<Function<ThrottleClient, Answer<?>>> QUESTIONS = List.of(
            client -> client.stepBack(Level.LOW, SECOND),
            client -> client.boost(SECOND),
            client -> client.appointment(1, List.of(), PATIENCE, SECOND).within(),
            ThrottleClient::share,
            ThrottleClient::explain);

    private final HttpCoordinator coordinator = new HttpCoordinator();
    private final HttpLink link = new HttpLink(List.of(coordinator.address()), PATIENCE, Credential.NONE);

    @AfterEach
    void close() {
        link.close();
        coordinator.close();
    }

    private ThrottleClient registered() {
        coordinator.answers(201, LEASE);
        return ThrottleClient.register(link, Registration.of("app-1", "report", "alice", "etl"), PATIENCE);
    }

    private ApplicationLease lease() throws InterruptedException {
        coordinator.answers(201, LEASE);
        ApplicationLease lease = new ApplicationLease(
                link, Registration.of("app-1", "report", "alice", "etl"), level -> 1, changed -> {});
        assertThat(lease.begin(PATIENCE, late -> {})).isPresent();
        return lease;
    }

    private String lastRequest() {
        List<String> all = coordinator.requests();
        return all.get(all.size() - 1);
    }

    @Test
    void registration_givesTheTag_andEndsWithItsClient() {
        ThrottleClient client = registered();
        assertThat(client.tag().value().map(Object::toString)).contains(TAG);

        coordinator.answers(204, "");
        client.close();
        client.close();
        assertThat(coordinator.requests())
                .filteredOn(request -> request.startsWith("DELETE"))
                .containsExactly("DELETE /v1/applications/app-1 {\"secret\":\"k1.s\"}");
    }

    @Test
    void application_stepsBackForItsTenant_andBuysSingleSeconds() {
        try (ThrottleClient client = registered()) {
            coordinator.answers(200, STANDING);

            CreditStanding standing =
                    client.stepBack(Level.LOWEST, Duration.ofMinutes(1)).value().orElseThrow();
            assertThat(lastRequest())
                    .isEqualTo("PUT /v1/tenants/etl/yield " + SPOKEN_FOR + "\"level\":\"lowest\",\"yieldSeconds\":60}");
            assertThat(standing.tenant()).isEqualTo(Tenant.named("etl"));
            assertThat(standing.credits()).isEqualTo(41.5);
            assertThat(standing.yields()).isEqualTo(Duration.ofMinutes(1));
            assertThat(standing.boosts()).isZero();

            assertThat(client.boost(SECOND).kind()).isEqualTo(Kind.GIVEN);
            assertThat(lastRequest()).isEqualTo("POST /v1/tenants/etl/boost " + SPOKEN_FOR + "\"boostSeconds\":1}");
        }
    }

    @Test
    void appointment_isAwaited_andEndsOnce() {
        try (ThrottleClient client = registered()) {
            coordinator.answers(201, MADE);
            Appointment appointment = client.appointment(500, List.of("dn1:9866"), PATIENCE, Duration.ofMinutes(1));
            assertThat(appointment.within().value()).contains(PATIENCE);
            assertThat(lastRequest())
                    .isEqualTo("POST /v1/appointments " + SPOKEN_FOR + "\"bytes\":500,\"nodes\":[\"dn1:9866\"],"
                            + "\"deadlineSeconds\":20,\"patienceSeconds\":60,\"callback\":true}");

            coordinator.answers(200, "{\"appointment\":7,\"state\":\"begun\",\"startSeconds\":0}");
            assertThat(appointment.await()).isTrue();
            coordinator.answers(204, "");
            appointment.close();
            appointment.close();
            assertThat(coordinator.requests())
                    .filteredOn(request -> request.startsWith("DELETE"))
                    .containsExactly("DELETE /v1/appointments/7 {\"secret\":\"k1.s\"}");
        }
    }

    /** Whatever a coordinator answers, the patience is the application's. */
    @Test
    void nobodyWaitsLonger_thanItsPatience() throws InterruptedException {
        ApplicationLease lease = lease();
        coordinator.answers(201, MADE);
        AtomicLong nanos = new AtomicLong();
        Appointment appointment = RegisteredAppointment.of(
                lease, 500, List.of(), PATIENCE, Duration.ofSeconds(3), () -> nanos.getAndAdd(SECOND.toNanos()));
        assertThat(appointment.within().value()).contains(Duration.ofSeconds(3));

        coordinator.answers(200, WAITS);
        assertThat(appointment.await()).isTrue();
        assertThat(coordinator.requests())
                .filteredOn(request -> request.startsWith("GET"))
                .containsExactly("GET /v1/appointments/7?waitSeconds=2", "GET /v1/appointments/7?waitSeconds=1");
        lease.end(SECOND);
    }

    @Test
    void appointmentThatIsOver_orWhoseCoordinatorIsGone_holdsNobodyUp() {
        try (ThrottleClient client = registered()) {
            coordinator.answers(201, MADE);
            Appointment appointment = client.appointment(500, List.of(), PATIENCE, PATIENCE);
            coordinator.answers(404, "{\"status\":404}");
            assertThat(appointment.await()).isFalse();
            coordinator.answers(500, "{\"status\":500}");
            assertThat(appointment.await()).isFalse();
            appointment.close();
            assertThat(appointment.await()).isFalse();
        }
    }

    @Test
    void refusal_isAValue_withTheCoordinatorsReason() {
        try (ThrottleClient client = registered()) {
            coordinator.answers(409, "{\"status\":409,\"detail\":\"240 credits are missing\"}");
            QUESTIONS.forEach(question -> {
                Answer<?> answer = question.apply(client);
                assertThat(answer.kind()).isEqualTo(Kind.REFUSED);
                assertThat(answer.value()).isEmpty();
                assertThat(answer.reason()).contains("240 credits are missing").doesNotContain("k1.s");
            });
            assertThat(client.appointment(500, List.of(), PATIENCE, PATIENCE).await())
                    .isFalse();
        }
    }

    @Test
    void absence_isAValue() {
        try (ThrottleClient client = registered()) {
            Stream.<Runnable>of(
                            () -> coordinator.answers(404, "{\"status\":404}"),
                            () -> coordinator.answers(503, "{\"status\":503}"),
                            () -> coordinator.answers(429, "{\"status\":429}"),
                            () -> coordinator.answers(200, "<html>"),
                            () -> coordinator.answers(200, "[1]"),
                            coordinator::close)
                    .forEach(mood -> {
                        mood.run();
                        QUESTIONS.forEach(question ->
                                assertThat(question.apply(client).kind()).isEqualTo(Kind.ABSENT));
                    });
        }
    }

    @Test
    void applicationThatIsNotRegistered_asksNobody_andSaysWhy() {
        coordinator.answers(422, "{\"status\":422,\"detail\":\"tenant must be one of gold\"}");
        try (ThrottleClient client =
                ThrottleClient.register(link, Registration.of("app-1", "report", "alice", "etl"), PATIENCE)) {
            Map.of(client, Kind.REFUSED, ThrottleClient.NONE, Kind.ABSENT).forEach((each, kind) -> {
                assertThat(each.tag().kind()).isEqualTo(kind);
                QUESTIONS.forEach(
                        question -> assertThat(question.apply(each).kind()).isEqualTo(kind));
            });
            assertThat(client.explain().reason()).contains("tenant must be one of gold");
        }
        assertThat(coordinator.requests()).hasSize(1);
    }

    /** The id is taken where the answer to an earlier attempt was lost. */
    @Test
    void registrationThatFails_isTriedAgain_atEveryCoordinator() {
        HttpCoordinator dead = new HttpCoordinator();
        dead.close();
        coordinator.follows(null);
        HttpLink both = new HttpLink(List.of(dead.address(), coordinator.address()), PATIENCE, Credential.NONE);
        try (ThrottleClient client =
                ThrottleClient.register(both, Registration.of("app-1", "report", "alice", "etl"), SECOND)) {
            await().until(() -> client.tag().reason().contains("does not lead"));
            assertThat(client.tag().kind()).isEqualTo(Kind.ABSENT);
            coordinator.answers(409, "{\"status\":409,\"detail\":\"app-1 is in use\"}");
            await().until(() -> client.tag().reason().contains("app-1 is in use"));
            coordinator.answers(201, LEASE);
            await().until(() -> client.tag().kind() == Kind.GIVEN);
            coordinator.answers(204, "");
        }
    }

    @Test
    void interruptedThread_getsNoAnswer_andStaysInterrupted() {
        try (ThrottleClient client = registered()) {
            coordinator.hangs();
            Thread.currentThread().interrupt();
            assertThat(client.boost(SECOND).kind()).isEqualTo(Kind.ABSENT);
            assertThat(Thread.interrupted()).isTrue();
            coordinator.answers(204, "");
        }
    }
}
