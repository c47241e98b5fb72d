package io.hdfsthrottle.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coverage.IoPath;
import io.hdfsthrottle.coverage.TransferThread;
import io.hdfsthrottle.coverage.Work;
import io.hdfsthrottle.fakes.Activities;
import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.Connection;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Gold has weight 8 and bronze 4: of a network of 120 MiB/s, 80 and 40. */
final class SocketLayerTest {

    private static final Volume VOLUME = Volume.of("DS-1", null);
    private static final Percentage ONE = Percentage.withPercentage(1);

    private final FakeSockets sockets = new FakeSockets();
    private final HandSetTicker ticker = new HandSetTicker();
    private final SocketLayer layer = new SocketLayer(Rate.parse("120m"), sockets, ticker);
    private final Connection goldConnection = sockets.opened(1);
    private final Connection bronzeConnection = sockets.opened(2);
    private final Connection bronzeSecond = sockets.opened(3);
    private final TransferThread gold = thread(goldConnection);
    private final TransferThread bronze = thread(bronzeConnection);
    private final TransferThread bronzeToo = thread(bronzeSecond);
    private final VolumeActivity volume =
            Activities.of(VOLUME.id(), Rate.parse("400m"), Grants.of(1, 1), Grants.GOLD, Grants.BRONZE);

    private static TransferThread thread(Connection connection) {
        return TransferThread.ofThisThread(1).over(connection);
    }

    @BeforeEach
    void begin() {
        layer.prove(VOLUME);
    }

    private void reads(TransferThread thread, Tenant tenant) {
        layer.enter(thread, Work.reading(tenant, VOLUME));
    }

    private void secondPasses() {
        ticker.advance(Duration.ofSeconds(1));
        layer.renew(List.of(volume), List.of());
    }

    private static double mebibytes(long bytes) {
        return bytes / (double) (1 << 20);
    }

    @Test
    void connections_sendWhatTheirTenantIsDue_dividedAmongThem() {
        reads(gold, Grants.GOLD);
        reads(bronze, Grants.BRONZE);
        reads(bronzeToo, Grants.BRONZE);
        secondPasses();
        assertThat(mebibytes(sockets.rate(goldConnection))).isCloseTo(80, ONE);
        assertThat(mebibytes(sockets.rate(bronzeConnection))).isCloseTo(20, ONE);
        assertThat(mebibytes(sockets.rate(bronzeSecond))).isCloseTo(20, ONE);
    }

    @Test
    void connectionThatSendsNoMore_isFree_andItsTenantsPartGoesToOthers() {
        reads(gold, Grants.GOLD);
        reads(bronze, Grants.BRONZE);
        secondPasses();
        layer.leave(gold);
        secondPasses();
        assertThat(sockets.rate(goldConnection)).isEqualTo(Sockets.UNPACED);
        assertThat(mebibytes(sockets.rate(bronzeConnection))).isCloseTo(120, ONE);
    }

    @Test
    void writes_areLeftAlone() {
        layer.enter(gold, Work.writing(Grants.GOLD, VOLUME));
        secondPasses();
        assertThat(sockets.rate(goldConnection)).isEqualTo(Sockets.UNPACED);
        assertThat(sockets.searches()).isZero();
    }

    @Test
    void connection_isLookedForOnce() {
        reads(gold, Grants.GOLD);
        secondPasses();
        secondPasses();
        layer.leave(gold);
        secondPasses();
        reads(gold, Grants.GOLD);
        secondPasses();
        assertThat(sockets.searches()).isEqualTo(1);
        assertThat(sockets.rate(goldConnection)).isPositive();
    }

    @Test
    void nothingIsTold_beforeASecondHasPassed() {
        reads(gold, Grants.GOLD);
        ticker.advance(Duration.ofMillis(250));
        layer.renew(List.of(volume), List.of());
        assertThat(sockets.searches()).isZero();
    }

    @Test
    void end_freesEveryConnection() {
        reads(gold, Grants.GOLD);
        reads(bronze, Grants.BRONZE);
        secondPasses();
        layer.close();
        assertThat(sockets.rate(goldConnection)).isEqualTo(Sockets.UNPACED);
        assertThat(sockets.rate(bronzeConnection)).isEqualTo(Sockets.UNPACED);
    }

    @Test
    void nativeCallsThatAreNotThere_areTheReason() {
        FakeSockets none = new FakeSockets();
        none.areNotThere("java.io.tmpdir is mounted noexec");
        SocketLayer off = new SocketLayer(Rate.parse("120m"), none, ticker);
        off.prove(VOLUME);
        off.enter(gold, Work.reading(Grants.GOLD, VOLUME));
        ticker.advance(Duration.ofSeconds(1));
        off.renew(List.of(volume), List.of());
        assertThat(off.cover("DS-1").reasonAgainst(IoPath.READS))
                .hasValueSatisfying(reason -> assertThat(reason).contains("noexec"));
        assertThat(none.searches()).isZero();
    }

    @Test
    void connectionThatEnded_isNoTrouble_butARefusalEndsTheLayer() {
        reads(gold, Grants.GOLD);
        sockets.answer(Outcome.ENDED);
        secondPasses();
        assertThat(layer.cover("DS-1").reasonAgainst(IoPath.READS)).isEmpty();
        reads(bronze, Grants.BRONZE);
        sockets.answer(Outcome.DENIED);
        secondPasses();
        assertThat(layer.cover("DS-1").reasonAgainst(IoPath.READS)).isPresent();
    }
}
