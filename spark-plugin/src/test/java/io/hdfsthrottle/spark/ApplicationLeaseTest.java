package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.client.ApplicationLease;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.spark.FakeCoordinator.Mood;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The lease with a coordinator that answers, forgets applications, leaves, comes back and hangs. */
@Tag("slow")
final class ApplicationLeaseTest {

    private static final String APPLICATION = "app-1";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String RENEWAL = "POST /v1/applications/app-1/renewal";
    private static final String REGISTRATION = "POST /v1/applications "; // with what follows the path
    private static final String WITHDRAWAL = "DELETE /v1/applications/app-1";

    private final Queue<AppTag> changedTags = new ConcurrentLinkedQueue<>();
    private final Queue<AppTag> late = new ConcurrentLinkedQueue<>();
    private FakeCoordinator coordinator;
    private ApplicationLease lease;
    private LogLines log;
    private volatile int parts = 1;

    @BeforeEach
    void startCoordinator() throws IOException {
        coordinator = FakeCoordinator.started();
        log = LogLines.captured();
        lease = new ApplicationLease(
                new HttpLink(List.of(coordinator.url()), Duration.ofSeconds(1), Credential.NONE),
                Registration.of(APPLICATION, "WordCount", "alice", "gold"),
                level -> parts,
                changed -> changedTags.add(changed.tag()));
    }

    @AfterEach
    void stopAll() throws InterruptedException {
        coordinator.becomes(Mood.AWAY);
        lease.end(Duration.ofMillis(1));
        log.close();
        coordinator.close();
    }

    private Optional<Lease> begin(Duration patience) throws InterruptedException {
        return lease.begin(patience, granted -> late.add(granted.tag()));
    }

    @Test
    void begin_saysWhoAsksAndReturnsTheTag() throws InterruptedException {
        Lease granted = begin(PATIENCE).orElseThrow();

        assertThat(granted.tag()).isEqualTo(FakeCoordinator.tagOf(APPLICATION, "k1"));
        assertThat(coordinator.calls())
                .first()
                .asString()
                .startsWith(REGISTRATION)
                .contains("WordCount", "alice", "gold", APPLICATION);
    }

    @Test
    void runningApplication_isRenewed() throws InterruptedException {
        assertThat(begin(PATIENCE)).isPresent();

        await().until(() -> coordinator.callsLike(RENEWAL) >= 2);
        assertThat(coordinator.callsLike(REGISTRATION)).isOne();
        assertThat(log.all()).isEmpty();
    }

    @Test
    void forgottenApplication_registersAgainAndKeepsItsTag() throws InterruptedException {
        assertThat(begin(PATIENCE)).isPresent();
        coordinator.forgetsApplications();

        await().until(() -> coordinator.callsLike(REGISTRATION) == 2);
        await().until(() -> coordinator.callsLike(RENEWAL) >= 2);
        assertThat(changedTags).isEmpty();
    }

    @Test
    void keyReplacedAtTheCoordinator_theNewTagIsTold() throws InterruptedException {
        assertThat(begin(PATIENCE)).isPresent();
        coordinator.signsWith("k2");

        await().until(() -> !changedTags.isEmpty());
        assertThat(changedTags).containsExactly(FakeCoordinator.tagOf(APPLICATION, "k2"));
    }

    @Test
    void coordinatorThatLeavesAndReturns_isLoggedOnceEachWay() throws InterruptedException {
        assertThat(begin(PATIENCE)).isPresent();
        coordinator.becomes(Mood.AWAY);
        await().until(() -> coordinator.callsLike(RENEWAL) >= 3);
        coordinator.becomes(Mood.ANSWERS);
        await().until(() -> log.all().size() >= 2);

        assertThat(log.all()).hasSize(2);
        assertThat(log.all().get(0)).startsWith("WARN").contains(APPLICATION, "could not be renewed", "stays tagged");
        assertThat(log.all().get(1)).startsWith("INFO").contains("the coordinator is back");
    }

    @Test
    void reservationWithoutRoom_isLeftOut_andTheRestStays() throws InterruptedException {
        coordinator.becomes(Mood.HAS_NO_ROOM);
        lease = new ApplicationLease(
                new HttpLink(List.of(coordinator.url()), Duration.ofSeconds(1), Credential.NONE),
                Registration.of(APPLICATION, "WordCount", "alice", "gold")
                        .on(PartTerms.of(Level.APPLICATION, Rate.parse("10m"), Rate.parse("30m")))
                        .admitted("reject"),
                level -> parts,
                changed -> changedTags.add(changed.tag()));

        assertThat(begin(PATIENCE)).isPresent();

        assertThat(coordinator.calls().get(0))
                .contains("\"reservationBytesPerSecond\":10485760", "\"admission\":\"reject\"");
        assertThat(coordinator.calls().get(1))
                .contains("\"limitBytesPerSecond\":31457280")
                .doesNotContain("\"reservationBytesPerSecond\"");
        assertThat(log.warnings()).singleElement().asString().contains("runs without its reservation", "4m are free");
    }

    @Test
    void whatBecomesOfItsReservation_isLoggedWhenItChanges() throws InterruptedException {
        coordinator.remarks("its reservation of 10m waits for room");
        assertThat(begin(PATIENCE).orElseThrow().remark()).contains("waits for room");
        await().until(() -> coordinator.callsLike(RENEWAL) >= 2);
        assertThat(log.all()).isEmpty();

        coordinator.remarks("its reservation of 10m is admitted");
        await().until(() -> !log.all().isEmpty());
        await().until(() -> coordinator.callsLike(RENEWAL) >= 4);
        assertThat(log.all()).singleElement().asString().startsWith("INFO").contains("10m is admitted");
    }

    @Test
    void end_withdrawsAndRenewsNoMore() throws InterruptedException {
        assertThat(begin(PATIENCE)).isPresent();
        lease.end(PATIENCE);
        lease.end(PATIENCE);

        assertThat(coordinator.calls()).last().asString().startsWith(WITHDRAWAL);
        assertThat(coordinator.callsLike(WITHDRAWAL)).isOne();
        awaitNoLeaseThread();
    }

    @Test
    void end_doesNotWaitForACoordinatorThatHangs() throws InterruptedException {
        assertThat(begin(PATIENCE)).isPresent();
        coordinator.becomes(Mood.HANGS);

        lease.end(Duration.ofMillis(300));
        assertThat(log.all()).last().asString().contains("was not withdrawn", "TimeoutException");
        awaitNoLeaseThread();
    }

    @Test
    void end_doesNotEvenTryACoordinatorKnownToBeAway() throws InterruptedException {
        assertThat(begin(PATIENCE)).isPresent();
        coordinator.becomes(Mood.AWAY);
        await().until(() -> !log.all().isEmpty());
        lease.end(PATIENCE);

        assertThat(coordinator.callsLike("DELETE")).isZero();
    }

    @Test
    void leaseThatEndsBeforeItIsGranted_leavesNoThreadBehind() throws InterruptedException {
        coordinator.becomes(Mood.HANGS);

        assertThat(begin(Duration.ofMillis(200))).isEmpty();
        assertThat(log.warnings()).singleElement().asString().contains("none did within 200 ms");
        lease.end(PATIENCE);
        awaitNoLeaseThread();
    }

    @Test
    void refusedBegin_isNotTriedAgain() throws InterruptedException {
        coordinator.becomes(Mood.REFUSES_TENANT);

        assertThat(begin(PATIENCE)).isEmpty();
        awaitNoLeaseThread();
        assertThat(coordinator.callsLike(REGISTRATION)).isOne();
        assertThat(log.warnings()).singleElement().asString().contains("could not be registered", "bronze, gold");
    }

    @Test
    void leaseThatIsGrantedLate_isUsedFromThenOn() throws InterruptedException {
        coordinator.hesitates(Duration.ofMillis(400));

        assertThat(begin(Duration.ofMillis(50))).isEmpty();
        await().until(() -> !late.isEmpty());
        assertThat(late).containsExactly(FakeCoordinator.tagOf(APPLICATION, "k1"));
        coordinator.hesitates(Duration.ZERO);
        await().until(() -> coordinator.callsLike(RENEWAL) >= 1);
        assertThat(log.warnings())
                .singleElement()
                .asString()
                .contains("runs untagged until a coordinator registers it");
    }

    @Test
    void begin_givesUpOnAnAnswerThatNeverEnds_andAsksAgain() throws InterruptedException {
        coordinator.becomes(Mood.STALLS);

        assertThat(begin(Duration.ofMillis(200))).isEmpty();
        await().until(() -> coordinator.callsLike(REGISTRATION) >= 2);
    }

    @Test
    void coordinatorThatStallsInAnAnswer_isAskedAgain() throws InterruptedException {
        assertThat(begin(PATIENCE)).isPresent();
        coordinator.becomes(Mood.STALLS);
        await().until(() -> coordinator.callsLike(RENEWAL) >= 1);
        coordinator.becomes(Mood.ANSWERS);

        await().until(() -> coordinator.callsLike(RENEWAL) >= 3);
    }

    private static void awaitNoLeaseThread() {
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("hdfs-throttle-lease")));
    }
}
