package io.hdfsthrottle.coordinator.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.HandSetTicker;
import io.hdfsthrottle.coordinator.admission.Admission.Permit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class AdmissionTest {
    private final HandSetTicker ticker = new HandSetTicker();
    private final List<Refusal> refused = new ArrayList<>();
    private final Admission admission =
            new Admission(new Limits(10, 5, 10, 2, 3, 100, Duration.ofSeconds(10)), ticker, refused::add);

    private void ask(String caller, int cost) {
        admission.enter(caller, cost).close();
    }

    @Test
    void caller_mayAskFiveSecondsWorthAtOnce_andThenItsRate() {
        for (int i = 0; i < 50; i++) {
            ask("a", 1);
        }
        assertThatExceptionOfType(LimitExceeded.class)
                .isThrownBy(() -> ask("a", 1))
                .satisfies(tooMuch -> assertThat(tooMuch.retrySeconds()).isEqualTo(1));
        ticker.advance(Duration.ofMillis(100));
        ask("a", 1);
        assertThatExceptionOfType(LimitExceeded.class).isThrownBy(() -> ask("a", 1));
        assertThat(refused).containsExactly(Refusal.RATE, Refusal.RATE);
    }

    @Test
    void change_countsAsMany_andTheAnswerSaysHowLongToWait() {
        for (int i = 0; i < 5; i++) {
            ask("a", 10);
        }
        ticker.advance(Duration.ofMillis(500));
        assertThatExceptionOfType(LimitExceeded.class)
                .isThrownBy(() -> ask("a", 30))
                .satisfies(tooMuch -> assertThat(tooMuch.retrySeconds()).isEqualTo(3));
    }

    private void fail(String scheme, int times) {
        for (int i = 0; i < times; i++) {
            admission.proof(scheme, "wrong " + i);
            admission.failed(scheme);
        }
    }

    private void assertUnseen(String scheme, String claim) {
        assertThatExceptionOfType(LimitExceeded.class).isThrownBy(() -> admission.proof(scheme, claim));
    }

    @Test
    void whoFailsToProveWhoItIs_isRefusedUnseen_andOtherPlacesAndSchemesAreNot() {
        fail("10.0.0.1 ticket", 50);
        assertUnseen("10.0.0.1 ticket", "another");
        admission.proof("10.0.0.2 ticket", "another");
        admission.proof("10.0.0.1 token", "another");
        ask("10.0.0.1", 1);
        ticker.advance(Duration.ofMillis(100));
        admission.proof("10.0.0.1 ticket", "another");
        assertThat(refused).containsExactly(Refusal.RATE);
    }

    @Test
    void whoWasProven_isLookedAt_whateverOthersAtItsPlaceFail() {
        admission.proven("10.0.0.1 right", "alice 10.0.0.1");
        fail("10.0.0.1 token", 50);
        for (int i = 0; i < 50; i++) {
            admission.proof("10.0.0.1 token", "10.0.0.1 right");
        }
        assertUnseen("10.0.0.1 token", "10.0.0.1 new");
        ticker.advance(Duration.ofMillis(100));
        admission.proof("10.0.0.1 token", "10.0.0.1 new");
    }

    @Test
    void whoWasProven_andAsksTooOften_isRefusedUnseen() {
        admission.proven("10.0.0.1 right", "alice 10.0.0.1");
        for (int i = 0; i < 5; i++) {
            admission.proof("10.0.0.1 token", "10.0.0.1 right");
            ask("alice 10.0.0.1", 10);
        }
        assertUnseen("10.0.0.1 token", "10.0.0.1 right");
        admission.proof("10.0.0.1 token", "10.0.0.1 another");
        ticker.advance(Duration.ofMillis(100));
        admission.proof("10.0.0.1 token", "10.0.0.1 right");
    }

    @Test
    void readers_leaveHalfOfTheThreadsToNodesAndApplications() {
        List<Permit> reading = new ArrayList<>();
        Limits limits = admission.limits();
        for (int caller = 0; reading.size() < limits.readers(); caller++) {
            String name = "caller " + caller;
            for (int i = 0; i < limits.readersOfOne() && reading.size() < limits.readers(); i++) {
                reading.add(admission.read(name));
            }
            assertThatExceptionOfType(LimitExceeded.class).isThrownBy(() -> admission.read(name));
        }

        assertThat(reading).hasSize(limits.threads() / 2).hasSizeGreaterThan(limits.readersOfOne());
        assertThatExceptionOfType(LimitExceeded.class).isThrownBy(() -> admission.read("e"));
        assertThat(refused).containsOnly(Refusal.AT_ONCE);
        reading.get(0).close();
        reading.get(0).close();
        admission.read("e").close();
    }

    @Test
    void otherCallers_areNotCountedWithIt() {
        for (int i = 0; i < 50; i++) {
            ask("a", 1);
        }
        ask("b", 1);
        assertThat(refused).isEmpty();
    }

    @Test
    void requestsUnderWay_areBounded_andGivenBackOnce() {
        Permit first = admission.enter("a", 1);
        Permit second = admission.enter("a", 1);
        assertThatExceptionOfType(LimitExceeded.class).isThrownBy(() -> admission.enter("a", 1));
        first.close();
        first.close();
        Permit third = admission.enter("a", 1);
        assertThatExceptionOfType(LimitExceeded.class).isThrownBy(() -> admission.enter("a", 1));
        second.close();
        third.close();
        assertThat(admission.callers()).isZero();
        assertThat(refused).containsExactly(Refusal.AT_ONCE, Refusal.AT_ONCE);
    }

    @Test
    void largeBodies_fitIntoAPartOfTheHeap() {
        List<Permit> permits = new ArrayList<>();
        assertThatExceptionOfType(LimitExceeded.class).isThrownBy(() -> {
            while (true) {
                permits.add(admission.body(1 << 20));
            }
        });
        assertThat((long) permits.size() << 20)
                .isLessThanOrEqualTo(admission.limits().bodyBytes());
        permits.forEach(Permit::close);
        admission.body(1 << 20).close();
        assertThat(refused).containsExactly(Refusal.MEMORY);
    }

    @Test
    void node_thatAsksAgain_endsItsOldestRequest() {
        List<CompletableFuture<Optional<String>>> requests = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            requests.add(new CompletableFuture<>());
            admission.open("dn1", "10.0.0.1", requests.get(i));
        }
        assertThat(requests.get(0)).isCompletedWithValue(Optional.empty());
        assertThat(requests.get(1)).isCompletedWithValue(Optional.empty());
        assertThat(requests.get(2)).isNotDone();
        assertThat(requests.get(3)).isNotDone();
        assertThat(admission.waiting()).isEqualTo(2);
    }

    @Test
    void nodeOfAnotherAddress_endsNobodysRequest() {
        CompletableFuture<Optional<String>> honest = new CompletableFuture<>();
        admission.open("dn1", "10.0.0.1", honest);
        for (int i = 0; i < 4; i++) {
            admission.open("dn1", "10.0.0.2", new CompletableFuture<Optional<String>>());
        }
        assertThat(honest).isNotDone();
    }

    @Test
    void address_mayWaitWithSoManyRequests_whateverItCallsItsNodes() {
        List<CompletableFuture<Optional<String>>> requests = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            requests.add(new CompletableFuture<>());
            admission.open("dn" + i, "10.0.0.1", requests.get(i));
        }
        CompletableFuture<Optional<String>> more = new CompletableFuture<>();
        assertThatExceptionOfType(LimitExceeded.class).isThrownBy(() -> admission.open("dn3", "10.0.0.1", more));
        assertThat(more).isCompletedWithValue(Optional.empty());
        requests.forEach(request -> request.complete(Optional.of("granted")));
        assertThat(admission.waiting()).isZero();
        assertThat(refused).containsExactly(Refusal.POLLS);
    }

    @Test
    void bucketsOfManyCallers_areBounded() {
        Rates rates = new Rates(10, ticker);
        for (int i = 0; i < 50_000; i++) {
            rates.take("caller " + i, 1);
        }
        assertThat(rates.kept()).isLessThanOrEqualTo(20_000);
    }

    @Test
    void origin_isAnIpv4Address_orTheNetworkOfAnIpv6Address() {
        assertThat(CallerAddress.of("10.0.0.1")).isEqualTo("10.0.0.1");
        assertThat(CallerAddress.of("[2001:db8:1:2:3:4:5:6]"))
                .isEqualTo(CallerAddress.of("2001:db8:1:2::1"))
                .isNotEqualTo(CallerAddress.of("2001:db8:1:3::1"));
        assertThat(CallerAddress.of("fe80::1%eth0")).isEqualTo(CallerAddress.of("fe80::1"));
        assertThat(CallerAddress.of("no address")).isEqualTo("no address");
    }

    @Test
    void bodyOfManyParts_isFoundBeforeItIsParsed() {
        assertThat(BodyShape.hasAtMost("{\"a\":[1,2]}".getBytes(StandardCharsets.UTF_8), 3))
                .isTrue();
        assertThat(BodyShape.hasAtMost("{\"a\":[1,2,3]}".getBytes(StandardCharsets.UTF_8), 3))
                .isFalse();
    }

    @Test
    void limits_thatAreNotSet_fitIntoTheHeap() {
        Limits limits = new Limits(0, 0, 200, 16, 0, 100, Duration.ofSeconds(10));
        long heap = Runtime.getRuntime().maxMemory();
        assertThat(limits.connections()).isBetween(256, 40_000);
        assertThat(limits.connectionsPerAddress()).isBetween(64, limits.connections() / 4);
        assertThat(limits.pollsPerAddress()).isLessThanOrEqualTo(limits.connectionsPerAddress());
        assertThat(limits.threads()).isBetween(32, 256);
        assertThat(limits.bodyBytes() + Limits.reportBytes()).isLessThan(heap / 4);
    }
}
