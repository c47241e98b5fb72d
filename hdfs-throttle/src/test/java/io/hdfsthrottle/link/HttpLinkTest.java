package io.hdfsthrottle.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.fakes.HttpCoordinator;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantUpdateJson;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.usage.UsageReportJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
@Tag("slow")
final class HttpLinkTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final GrantPosition KNOWN = GrantPosition.of(GrantVersion.of(7, 3), GrantVersion.of(7, 9), 5);
    private static final String LEASE = "{\"application\":\"app-1\",\"tenant\":\"gold\","
            + "\"tag\":\"app-1.k1.0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef-_0123\",\"notBefore\":7,\"secret\":\"k1.s\",\"renewSeconds\":20,\"expiresSeconds\":60}";

    private static final Lease HELD = Lease.of(
            AppTag.parse(
                            "app-1.k1.0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef-_0123")
                    .orElseThrow(),
            Tenant.named("gold"),
            7,
            "k1.s",
            Duration.ofSeconds(20));

    private final HttpCoordinator one = new HttpCoordinator();
    private final HttpCoordinator two = new HttpCoordinator();
    private final HttpLink link = new HttpLink(List.of(one.address(), two.address()), LONG, Credential.NONE);
    private final HttpLink impatient = new HttpLink(List.of(one.address(), two.address()), SHORT, Credential.NONE);

    @AfterEach
    void close() {
        link.close();
        impatient.close();
        one.close();
        two.close();
    }

    @Test
    void newGrant_isRead() throws Exception {
        one.answers(200, GrantUpdateJson.write(GrantUpdate.of(Grants.of(8, 1))));
        assertThat(link.awaitGrant("dn/1:9866 a", KNOWN, PATIENCE)).hasValueSatisfying(news -> assertThat(news.policy())
                .hasValueSatisfying(grant -> assertThat(grant.version()).isEqualTo(GrantVersion.of(8, 1))));
        assertThat(one.requests())
                .containsExactly("GET /v1/nodes/dn%2F1%3A9866%20a/grant?wire=3&epoch=7&sequence=3"
                        + "&termsEpoch=7&termsSequence=9&applications=5&waitSeconds=20");
        assertThat(two.requests()).isEmpty();
    }

    @Test
    void noNews_isNothing() throws Exception {
        one.answers(204, "");
        assertThat(link.awaitGrant("dn", KNOWN, PATIENCE)).isEmpty();
    }

    @Test
    void leaderThatAFollowerNames_isAskedAndRemembered() throws Exception {
        try (HttpCoordinator leader = new HttpCoordinator().answers(204, "");
                HttpLink toAll =
                        new HttpLink(List.of(one.address(), two.address(), leader.address()), LONG, Credential.NONE)) {
            one.follows(leader.address().toString());
            assertThat(toAll.awaitGrant("dn", KNOWN, PATIENCE)).isEmpty();
            assertThat(toAll.awaitGrant("dn", KNOWN, PATIENCE)).isEmpty();
            assertThat(one.requests()).hasSize(1);
            assertThat(two.requests()).isEmpty();
            assertThat(leader.requests()).hasSize(2);
        }
    }

    @Test
    void leaderThatWasNotConfigured_isNotAsked_andTheErrorNamesIt() throws Exception {
        try (HttpCoordinator stranger = new HttpCoordinator().answers(204, "")) {
            one.follows(stranger.address().toString());
            two.follows(stranger.address().toString());
            assertThatExceptionOfType(LinkException.class)
                    .isThrownBy(() -> link.awaitGrant("dn", KNOWN, PATIENCE))
                    .withMessageContaining(stranger.address() + ", which leads, is not among the addresses");
            assertThat(stranger.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"nonsense", "file:///etc/passwd", "http://127.0.0.1:1/x?y=", "http://user:secret@127.0.0.1"})
    void leaderThatIsNoAddress_isPassedOver(String leader) throws Exception {
        one.follows(leader);
        two.answers(204, "");
        assertThat(link.awaitGrant("dn", KNOWN, PATIENCE)).isEmpty();
    }

    @Test
    void followersThatNameEachOther_areAskedOnceEach() {
        one.follows(two.address().toString());
        two.follows(one.address().toString());
        assertThatExceptionOfType(LinkException.class)
                .isThrownBy(() -> link.awaitGrant("dn", KNOWN, PATIENCE))
                .withMessageContaining("does not lead")
                .matches(trouble -> trouble.status().isEmpty());
        assertThat(one.requests()).hasSize(1);
        assertThat(two.requests()).hasSize(1);
    }

    @Test
    void followerThatKnowsNoLeader_isPassedOver() throws Exception {
        one.follows(null);
        two.answers(204, "");
        assertThat(link.awaitGrant("dn", KNOWN, PATIENCE)).isEmpty();
    }

    @Test
    void coordinatorThatIsGone_isPassedOverAndTheOtherRemembered() throws Exception {
        one.close();
        two.answers(204, "");
        assertThat(link.awaitGrant("dn", KNOWN, PATIENCE)).isEmpty();
        assertThat(link.awaitGrant("dn", KNOWN, PATIENCE)).isEmpty();
        assertThat(two.requests()).hasSize(2);
    }

    @Test
    void nobodyThere_isSaidWithTheReason() {
        one.close();
        two.close();
        assertThatExceptionOfType(LinkException.class)
                .isThrownBy(() -> link.awaitGrant("dn", KNOWN, PATIENCE))
                .withMessageContaining("no coordinator answered")
                .withMessageContaining(two.address().toString())
                .withMessageContaining("ConnectException")
                .matches(trouble -> trouble.status().isEmpty());
    }

    @Test
    void coordinatorThatHangs_isPassedOverInTime() throws Exception {
        one.hangs();
        two.answers(204, "");
        assertThat(impatient.awaitGrant("dn", KNOWN, Duration.ZERO)).isEmpty();
    }

    @Test
    void coordinatorThatHangsInTheMiddleOfItsAnswer_isPassedOverInTime() throws Exception {
        one.hangsWithinTheBody();
        two.answers(204, "");
        assertThat(impatient.awaitGrant("dn", KNOWN, Duration.ZERO)).isEmpty();
    }

    @Test
    void questionThatIsOpenAtAFrozenLeader_isGivenUpOnceAnotherCallFindsItsSuccessor() throws Exception {
        one.hangs();
        two.answers(204, "");
        CompletableFuture<Optional<GrantUpdate>> asking = CompletableFuture.supplyAsync(() -> {
            try {
                return impatient.awaitGrant("dn", KNOWN, Duration.ofMinutes(1));
            } catch (LinkException | InterruptedException failed) {
                throw new IllegalStateException(failed);
            }
        });
        await().until(() -> one.requests().size() == 1);

        impatient.report(Reports.small("dn"));

        assertThat(asking.get(20, TimeUnit.SECONDS)).isEmpty();
        assertThat(two.requests()).hasSize(2);
    }

    @Test
    void followerThatIsElectedWhileTheLeaderIsFrozen_isFoundWhileTheLeaderIsStillWaitedFor() throws Exception {
        HttpLink patient = new HttpLink(List.of(one.address(), two.address()), Duration.ofMinutes(5), Credential.NONE);
        try (patient) {
            one.hangs();
            two.follows(one.address().toString());
            CompletableFuture<Void> reporting = CompletableFuture.runAsync(() -> {
                try {
                    patient.report(Reports.small("dn"));
                } catch (LinkException | InterruptedException failed) {
                    throw new IllegalStateException(failed);
                }
            });
            await().until(() -> two.requests().size() >= 2);

            two.answers(204, "");

            assertThat(reporting.get(20, TimeUnit.SECONDS)).isNull();
            assertThat(one.requests()).as("once and no more").hasSize(1);
        }
    }

    @Test
    void questionThatIsOpenAtALeaderThatWasCutOff_isGivenUpOnceItAnswersAgain() throws Exception {
        two.follows(one.address().toString());
        one.hangs();
        CompletableFuture<Optional<GrantUpdate>> asking = CompletableFuture.supplyAsync(() -> {
            try {
                return impatient.awaitGrant("dn", KNOWN, Duration.ofMinutes(1));
            } catch (LinkException | InterruptedException givenUp) {
                return Optional.empty();
            }
        });
        await().until(() -> one.requests().size() == 1);
        assertThatExceptionOfType(LinkException.class).isThrownBy(() -> impatient.report(Reports.small("dn")));
        assertThat(asking).isNotDone();

        one.answers(204, "");
        impatient.report(Reports.small("dn"));

        assertThat(asking.get(20, TimeUnit.SECONDS)).isEmpty();
    }

    @Test
    void everyCoordinatorHanging_isSaidInTime() {
        one.hangs();
        two.hangsWithinTheBody();
        assertThatExceptionOfType(LinkException.class)
                .isThrownBy(() -> impatient.report(Reports.small("dn")))
                .withMessageContaining("no coordinator answered");
    }

    @Test
    void answerThatIsTooLarge_isRefusedBeforeItFillsTheMemory() throws Exception {
        one.answersWithoutEnd();
        two.answers(204, "");
        assertThat(link.awaitGrant("dn", KNOWN, PATIENCE)).isEmpty();
        two.answersWithoutEnd();
        assertThatExceptionOfType(LinkException.class)
                .isThrownBy(() -> link.awaitGrant("dn", KNOWN, PATIENCE))
                .withMessageContaining("larger than");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "{\"cluster\":7}", "{}", "[1,2]"})
    void answerThatIsNoGrant_isRefusedSayingWhose(String body) {
        one.answers(200, body);
        assertThatExceptionOfType(LinkException.class)
                .isThrownBy(() -> link.awaitGrant("dn", KNOWN, PATIENCE))
                .withMessageContaining("not understood")
                .withMessageContaining(one.address().toString());
    }

    @Test
    void refusal_isShownInTheCoordinatorsWordsOnOneLine() {
        one.answers(422, "{\"title\":\"no such tenant\",\"detail\":\"no tenant\\n\\u001b[31m 'x'; there are gold\"}");
        assertThatExceptionOfType(LinkException.class)
                .isThrownBy(() -> link.register(Registration.of("app-1", "job", "alice", "x")))
                .withMessageContaining("status 422")
                .withMessageContaining("'x'; there are gold")
                .satisfies(refusal -> {
                    assertThat(refusal.getMessage()).doesNotContain("\n", "\u001b");
                    assertThat(refusal.status()).hasValue(422);
                });
        assertThat(two.requests()).isEmpty();
    }

    @Test
    void refusalWithoutWordsOrWithTooMany_isShownShort() {
        one.answers(503, "");
        assertThatExceptionOfType(LinkException.class)
                .isThrownBy(() -> link.report(Reports.small("dn")))
                .withMessageContaining("status 503");
        one.answers(403, "{\"detail\":\"" + "x".repeat(100_000) + "\"}");
        assertThatExceptionOfType(LinkException.class)
                .isThrownBy(() -> link.report(Reports.small("dn")))
                .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(500));
    }

    @Test
    void registration_isAnsweredWithALease() throws Exception {
        one.answers(201, LEASE);
        Lease lease = link.register(Registration.of("app-1", "Word\"Count", "alice", "gold"));
        assertThat(lease.tag().application()).isEqualTo("app-1");
        assertThat(lease.tenant()).isEqualTo(Tenant.named("gold"));
        assertThat(lease.renewAfter()).isEqualTo(Duration.ofSeconds(20));
        assertThat(one.requests())
                .containsExactly("POST /v1/applications {\"application\":\"app-1\",\"name\":\"Word\\\"Count\","
                        + "\"user\":\"alice\",\"tenant\":\"gold\"}");
    }

    @Test
    void registrationAgain_provesItselfByTheLeaseThatItHad() throws Exception {
        one.answers(201, LEASE);
        Lease unused =
                link.register(Registration.of("app-1", "Count", "alice", null).again(HELD));
        assertThat(one.requests()).first().asString().endsWith("\"notBefore\":7,\"secret\":\"k1.s\"}");
        assertThat(HELD.toString()).doesNotContain("k1.s");
    }

    @Test
    void renewal_isALeaseOrNothingIfTheCoordinatorForgot() throws Exception {
        one.answers(200, LEASE);
        assertThat(link.renew(HELD, 1, 1)).isPresent();
        one.answers(404, "{\"detail\":\"register again\"}");
        assertThat(link.renew(HELD, 1, 1)).isEmpty();
        assertThat(one.requests()).containsOnly("POST /v1/applications/app-1/renewal {\"secret\":\"k1.s\"}");
    }

    @Test
    void withdrawal_isDoneAlsoIfNobodyKnowsTheApplication() throws Exception {
        one.answers(204, "");
        link.withdraw(HELD);
        one.answers(404, "");
        link.withdraw(HELD);
        one.answers(500, "");
        assertThatExceptionOfType(LinkException.class).isThrownBy(() -> link.withdraw(HELD));
        assertThat(one.requests()).containsOnly("DELETE /v1/applications/app-1 {\"secret\":\"k1.s\"}");
    }

    @Test
    void report_isPosted() throws Exception {
        one.answers(204, "");
        link.report(Reports.small("dn:9866"));
        assertThat(one.requests())
                .containsExactly("POST /v1/nodes/dn%3A9866/usage " + UsageReportJson.write(Reports.small("dn:9866")));
    }

    @Test
    void interrupt_endsTheWait() throws Exception {
        one.hangs();
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread waiting = new Thread(() -> {
            try {
                link.awaitGrant("dn", KNOWN, PATIENCE);
            } catch (LinkException | InterruptedException ended) {
                end.set(ended);
            }
        });
        waiting.start();
        await().until(() -> !one.requests().isEmpty());
        waiting.interrupt();
        waiting.join(5_000);
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        assertThat(two.requests()).isEmpty();
    }

    @Test
    void closing_endsCallsUnderWayAndRefusesNewOnes() throws Exception {
        one.hangs();
        two.hangs();
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread waiting = new Thread(() -> {
            try {
                link.awaitGrant("dn", KNOWN, PATIENCE);
            } catch (LinkException | InterruptedException ended) {
                end.set(ended);
            }
        });
        waiting.start();
        await().until(() -> !one.requests().isEmpty());
        link.close();
        waiting.join(5_000);
        assertThat(end.get()).isInstanceOf(LinkException.class).hasMessageContaining("closed");
        link.close();
        assertThatExceptionOfType(LinkException.class).isThrownBy(() -> link.withdraw(HELD));
    }

    @Test
    void linkToNobody_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new HttpLink(List.of(), LONG, Credential.NONE));
    }
}
