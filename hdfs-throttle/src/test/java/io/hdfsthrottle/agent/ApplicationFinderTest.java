package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantStore;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.link.FakeLink;
import io.hdfsthrottle.queue.Bypass;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ApplicationFinderTest {

    private static final Grant GRANT = Grants.of(7, 3);

    private final HandSetTicker ticker = new HandSetTicker();
    private final FakeLink link = new FakeLink();
    private final GrantStore grants = new GrantStore(ticker, Duration.ofSeconds(30), Duration.ofMinutes(10));
    private final AtomicBoolean mayWait = new AtomicBoolean(true);
    private final ApplicationFinder finder = new ApplicationFinder("dn", grants, mayWait::get, ticker);
    private Heartbeat heartbeat;

    @BeforeEach
    void start() {
        link.grants(GRANT);
        assertThat(grants.accept(GrantUpdate.of("default", 7).withPolicy(GRANT.withoutApplications())))
                .isPresent();
        heartbeat = finder.start(link, new HostGuard(new Bypass(), ticker));
    }

    @AfterEach
    void stop() {
        heartbeat.stop();
    }

    @Test
    void applicationThatIsAlive_isThereWhenItsFirstOperationBegins() {
        assertThat(finder.find("app-1")).isEqualTo(GRANT.application("app-1"));
        assertThat(finder.find("app-1")).isPresent();
        assertThat(link.requests()).containsExactly("app-1");
    }

    @Test
    void idThatNobodyIsCalled_isAskedForOnceForAWhile() {
        assertThat(finder.find("nobody")).isEmpty();
        assertThat(finder.isSought("nobody")).isFalse();
        assertThat(finder.find("nobody")).isEmpty();
        assertThat(link.requests()).containsExactly("nobody");

        ticker.advance(Duration.ofSeconds(6));
        assertThat(finder.find("nobody")).isEmpty();
        assertThat(link.requests()).containsExactly("nobody", "nobody");
    }

    @Test
    void idThatWasUnknown_countsAsUnknownWhileItIsAskedForAgain() {
        assertThat(finder.find("nobody")).isEmpty();
        ticker.advance(Duration.ofSeconds(6));
        link.gone(true);
        assertThat(finder.find("nobody")).isEmpty();
        assertThat(finder.isSought("nobody")).isFalse();
    }

    @Test
    void silentCoordinator_holdsTheFirstThreadForAMomentAndNoOther_andIsAskedLater() {
        link.gone(true);
        assertThat(finder.find("app-1")).isEmpty();
        assertThat(finder.isSought("app-1")).isTrue();
        int arrivals = grants.arrivals();
        link.gone(false);
        await().until(() -> grants.arrivals() > arrivals);
        assertThat(finder.find("app-1")).isPresent();
    }

    @Test
    void interruptedThread_goesOnAtOnceAndStaysInterrupted() {
        link.gone(true);
        Thread.currentThread().interrupt();
        assertThat(finder.find("app-1")).isEmpty();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void allThatAreHeld_areAskedForAgainUnderAnotherPolicy() {
        assertThat(finder.find("app-1")).isPresent();
        finder.askAgain();
        await().until(() -> link.requests().size() == 2);
        assertThat(link.requests()).containsExactly("app-1", "app-1");
    }

    @Test
    void applicationThatIsNotKnown_isAskedForAndNotWaitedFor_whileNobodyIsToBeDelayed() {
        link.gone(true);
        mayWait.set(false);
        assertThat(finder.find("app-1")).isEmpty();
        assertThat(finder.isSought("app-1")).isTrue();
        link.gone(false);
        await().until(() -> finder.find("app-1").isPresent());
    }

    @Test
    void nodeWithoutACoordinator_seeksNobody() {
        ApplicationFinder alone = new ApplicationFinder("dn", grants, mayWait::get, ticker);
        assertThat(alone.isSought("app-1")).isFalse();
        assertThat(alone.find("app-1")).isEmpty();
    }
}
