package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.fakes.ClockParker;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.part.SharePath;
import io.hdfsthrottle.queue.Account;
import io.hdfsthrottle.queue.Bypass;
import io.hdfsthrottle.queue.DeviceReads;
import io.hdfsthrottle.queue.QueueHost;
import io.hdfsthrottle.queue.QueueSettings;
import io.hdfsthrottle.queue.Stream;
import io.hdfsthrottle.queue.VolumeQueue;
import io.hdfsthrottle.queue.WaitLimits;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.slots.Slots;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class VolumeQueuesTest {

    private static final int PACKET = 65_536;
    private static final Volume ONE = Volume.of("DS-1", Path.of("/data/1"));
    private static final Volume TWO = Volume.of("DS-2", Path.of("/data/2"));
    private static final Volume THREE = Volume.of("DS-3", Path.of("/data/3"));
    private static final Rate CAPACITY = Rate.parse("100m");
    private static final Volume UNKNOWN = Volume.of("unknown", null);

    private final HandSetTicker ticker = new HandSetTicker();
    private final ClockParker parker = new ClockParker(ticker);
    private final ChangingHost host = new ChangingHost();
    private final Map<String, String> devices = new HashMap<>();
    private ThrottleAgent agent;

    @BeforeEach
    void open() throws Exception {
        AgentSettings settings = AgentSettings.parse(Map.of("hdfs.throttle.volume.capacity", "1m"));
        agent = new ThrottleAgent("dn:9866", settings, ticker, parker, host);
    }

    @AfterEach
    void close() {
        agent.close();
    }

    @Test
    void volumeThatTheHostRemoved_isForgottenAndWhoeverStillReadsItGoesFree() {
        host.volumes = List.of(ONE, TWO);
        Account onOne = account(ONE);
        Account onTwo = account(TWO);
        tickASecondTwice();
        assertThat(waitOf(onOne)).isPositive();

        host.volumes = List.of(TWO);
        tickASecondTwice();

        assertThat(agent.state().volumes()).extracting(VolumeActivity::volume).containsExactly("DS-2");
        assertThat(waitOf(onOne)).isZero();
        assertThat(waitOf(onTwo)).isPositive();
    }

    @Test
    void volumeThatComesBack_isScheduledAnew() {
        Account before = account(ONE);
        host.volumes = List.of(TWO);
        tickASecondTwice();
        assertThat(agent.state().volumes()).extracting(VolumeActivity::volume).containsExactly("DS-2");

        host.volumes = List.of(ONE);
        Account after = account(ONE);
        tickASecondTwice();

        assertThat(after).isNotSameAs(before);
        assertThat(waitOf(after)).isPositive();
        assertThat(waitOf(before)).isZero();
    }

    @Test
    void volumeThatIsUsedBeforeTheHostListsIt_isKept() {
        host.volumes = List.of(TWO);
        tickASecond();
        Account account = account(ONE);
        tickASecond();
        host.volumes = List.of(ONE);
        tickASecondTwice();
        assertThat(account(ONE)).isSameAs(account);
    }

    @Test
    void operationsOfNoDisk_areKeptWhateverTheHostLists() {
        Account account = account(UNKNOWN);
        host.volumes = List.of(ONE);
        tickASecondTwice();
        assertThat(account(UNKNOWN)).isSameAs(account);
    }

    @Test
    void hostThatDoesNotSay_keepsAll() {
        Account account = account(ONE);
        tickASecondTwice();
        assertThat(account(ONE)).isSameAs(account);
    }

    @Test
    void thousandVolumesOneAfterTheOther_leaveNothingBehind() {
        for (int i = 0; i < 1_000; i++) {
            Volume volume = Volume.of("DS-" + i, Path.of("/data/" + i));
            host.volumes = List.of(volume);
            Account unused = agent.client("a-client", "10.1.2.3").account(volume);
            tickASecondTwice();
            assertThat(agent.state().volumes()).hasSize(1);
        }
    }

    @Test
    void gateThatErrorsOpened_closesAfterItsPeriodAndPacesAnew() throws Exception {
        Account before = account(ONE);
        tickASecond();
        Stream under = before.write(Optional.empty(), Long.MAX_VALUE);
        under.moved(PACKET);
        int generation = agent.generation();
        for (int i = 0; i < HostGuard.MOST_ERRORS; i++) {
            Thread failing = new Thread(() -> agent.guard().failed("a test", new IllegalStateException("on purpose")));
            failing.start();
            failing.join();
        }
        tickASecond();
        assertThat(agent.isPassing()).isTrue();
        assertThat(waitOf(before)).isZero();
        assertThat(agent.state().passesFor()).isEqualTo(HostGuard.FIRST_PERIOD.minusSeconds(1));

        ticker.advance(HostGuard.FIRST_PERIOD);
        agent.tick();

        assertThat(agent.isPassing()).isFalse();
        assertThat(agent.generation()).isGreaterThan(generation);
        assertThat(agent.state().passingPeriods()).isEqualTo(1);
        under.moved(PACKET); // is over soon, and has nothing to wait for
        assertThat(waitOf(before)).isZero();
        Account after = account(ONE);
        tickASecondTwice();
        assertThat(waitOf(after)).isPositive();
    }

    @Test
    void agentThatIsClosedWhileErrorsLetEverythingPass_staysOpen() throws Exception {
        for (int i = 0; i < HostGuard.MOST_ERRORS; i++) {
            Thread failing = new Thread(() -> agent.guard().failed("a test", new IllegalStateException("on purpose")));
            failing.start();
            failing.join();
        }
        agent.close();
        ticker.advance(HostGuard.LONGEST_PERIOD);
        agent.tick();
        assertThat(agent.isPassing()).isTrue();
    }

    @Test
    void queueWhoseThreadsFail_isReplaced_andCostsNoOtherVolumeAnything() {
        List<Throwable> errors = new CopyOnWriteArrayList<>();
        VolumeQueues queues = queues(VolumeQueuesTest::brokenOnTheFirst, errors::add);
        VolumeQueue broken = queues.of(ONE);
        VolumeQueue sound = queues.of(TWO);
        await().pollInterval(Duration.ofMillis(5)).until(() -> {
            endAStream(broken); // which gives the volume's thread something to do
            queues.tick(Grant.NOBODY);
            return queues.renewals() == 1;
        });
        assertThat(errors).singleElement().isInstanceOf(IllegalStateException.class);
        assertThat(queues.all()).containsExactly(sound);
        assertThat(queues.of(ONE)).isNotSameAs(broken);
        queues.close();
    }

    private VolumeQueues queues(Ticker clock, Consumer<Throwable> failed) {
        return new VolumeQueues(
                volume -> {
                    VolumeQueue queue = new VolumeQueue(
                            volume.id(),
                            new QueueSettings(
                                    WaitLimits.of(Duration.ofSeconds(2)), Optional.of(CAPACITY), true, 1L << 30),
                            new QueueHost(
                                    new Bypass(), clock, parker, DeviceReads.NONE, () -> Grant.NOBODY, error -> {}));
                    queue.start();
                    return queue;
                },
                volume -> Optional.ofNullable(devices.get(volume)),
                failed);
    }

    @Test
    void volumesOfOneDevice_haveOneQueueAndOneCapacity_andEachItsBytes() {
        devices.putAll(Map.of("DS-1", "8:0", "DS-2", "8:0", "DS-3", "8:16"));
        VolumeQueues queues = queues(ticker, error -> {});
        VolumeQueue queue = queues.of(ONE);
        assertThat(queues.of(TWO)).isSameAs(queue);
        assertThat(queues.of(THREE)).isNotSameAs(queue);

        Account account = queue.account(Tenant.DEFAULT, SharePath.of(""), () -> Tenant.DEFAULT);
        account.pass(3 * PACKET);
        assertThat(queues.counter(ONE, Tenant.DEFAULT)).isEmpty();
        queues.counter(TWO, Tenant.DEFAULT).orElseThrow().add(PACKET);
        queues.tick(Grant.NOBODY);

        assertThat(queues.activities())
                .filteredOn(volume -> !volume.volume().equals("DS-3"))
                .extracting(VolumeActivity::volume, VolumeActivity::capacity, VolumeQueuesTest::bytes)
                .containsExactly(
                        tuple("DS-1", Optional.of(CAPACITY), 2L * PACKET),
                        tuple("DS-2", Optional.empty(), 1L * PACKET));
        assertThat(queues.disks())
                .extracting(VolumeActivity::volume, VolumeQueuesTest::bytes)
                .containsExactlyInAnyOrder(tuple("DS-1", 3L * PACKET), tuple("DS-3", 0L));
        queues.close();
    }

    private static long bytes(VolumeActivity volume) {
        return volume.tenants().stream().mapToLong(TenantActivity::bytes).sum();
    }

    @Test
    void volumeThatTurnsOutToBeOnTheDiskOfAnother_joinsTheOlderQueue_whateverTheOrderOfTheHost() {
        VolumeQueues queues = queues(ticker, error -> {});
        VolumeQueue older = queues.of(TWO);
        assertThat(queues.of(ONE)).isNotSameAs(older);
        devices.putAll(Map.of("DS-1", "8:0", "DS-2", "8:0"));
        queues.keep(List.of(ONE, TWO));
        assertThat(queues.renewals()).isPositive();
        assertThat(queues.of(ONE)).isSameAs(older);
        assertThat(queues.of(TWO)).isSameAs(older);
        int renewals = queues.renewals();
        queues.keep(List.of(ONE, TWO));
        assertThat(queues.renewals()).isEqualTo(renewals);
        queues.close();
    }

    @Test
    void volumeWhoseDiskLosesTheVolumeItIsCalledBy_isScheduledAnew() {
        devices.putAll(Map.of("DS-1", "8:0", "DS-2", "8:0"));
        VolumeQueues queues = queues(ticker, error -> {});
        VolumeQueue before = queues.of(ONE);
        assertThat(queues.of(TWO)).isSameAs(before);
        devices.remove("DS-1");
        queues.keep(List.of(TWO));
        queues.keep(List.of(TWO));
        VolumeQueue after = queues.of(TWO);
        assertThat(after.volume()).isEqualTo("DS-2");
        assertThat(queues.all()).containsExactly(after);
        queues.close();
    }

    @Test
    void volumeThatMovesToADiskOfItsOwn_hasAQueueOfItsOwn() {
        devices.putAll(Map.of("DS-1", "8:0", "DS-2", "8:0"));
        VolumeQueues queues = queues(ticker, error -> {});
        VolumeQueue first = queues.of(ONE);
        assertThat(queues.of(TWO)).isSameAs(first);
        devices.put("DS-2", "8:16");
        queues.keep(List.of(ONE, TWO));
        assertThat(queues.of(TWO)).isNotSameAs(first);
        assertThat(queues.of(ONE)).isSameAs(first);
        queues.close();
    }

    private static void endAStream(VolumeQueue queue) throws InterruptedException {
        Thread thread = new Thread(() -> {
            Stream unused = queue.account(Tenant.DEFAULT, SharePath.of(""), () -> Tenant.DEFAULT)
                    .longRead(Optional.empty());
        });
        thread.start();
        thread.join();
        queue.closeEnded();
    }

    private static long brokenOnTheFirst() {
        if (Thread.currentThread().getName().equals("hdfs-throttle-reads-DS-1")) {
            throw new IllegalStateException("on purpose");
        }
        return System.nanoTime();
    }

    private Account account(Volume volume) {
        Account account = agent.client("a-client", "10.1.2.3").account(volume);
        assertThat(account.tenant()).isEqualTo(Tenant.DEFAULT);
        return account;
    }

    private void tickASecondTwice() {
        tickASecond();
        tickASecond();
    }

    private void tickASecond() {
        ticker.advance(Duration.ofSeconds(1));
        agent.tick();
        agent.findVolumes();
    }

    private Duration waitOf(Account account) {
        parker.forget();
        Stream stream = account.write(Optional.empty(), Long.MAX_VALUE);
        for (int i = 0; i < 32; i++) {
            stream.moved(PACKET);
        }
        stream.leave();
        return parker.total();
    }

    /** A host whose volumes the test adds and removes. */
    private static final class ChangingHost implements Host {
        private List<Volume> volumes = List.of();

        @Override
        public boolean readsAhead() {
            return false;
        }

        @Override
        public Slots slots() {
            return Slots.UNKNOWN;
        }

        @Override
        public List<Volume> volumes() {
            return volumes;
        }
    }
}
