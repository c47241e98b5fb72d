package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.TenantRules;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.setting.SettingException;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client that waits three seconds for a packet, under a limit that gives it less than one in that time. */
final class PatienceTest {

    private static final int PACKET = 65_536;
    private static final int PACKETS = 64;
    private static final Tenant GOLD = Tenant.named("gold");

    /** Of the three seconds; the rest is for the disk. */
    private static final Duration OURS = Duration.ofSeconds(2);

    private final FakeFile file = new FakeFile(1L << 40);
    private final QueueOnAClock disk;

    PatienceTest() throws SettingException {
        WaitLimits byDefault = AgentSettings.parse(Map.of()).pacing().limits();
        disk = new QueueOnAClock(new QueueSettings(byDefault, Optional.empty(), true, 1L << 30));
        limitTo(8 << 10);
    }

    /** How a client's packets come to be read or written. */
    private enum Kind {
        READ_AHEAD,
        HELD,
        SHORT,
        WRITTEN,
        WRITTEN_BACK;

        Stream open(Account account, FakeFile file) {
            switch (this) {
                case READ_AHEAD:
                    return account.longRead(Optional.of(file));
                case HELD:
                    return account.longRead(Optional.empty());
                case SHORT:
                    return account.shortRead();
                default:
                    Optional<BlockFile> written = this == WRITTEN ? Optional.empty() : Optional.of(file);
                    return account.write(written, Long.MAX_VALUE);
            }
        }

        boolean reads() {
            return this != WRITTEN && this != WRITTEN_BACK;
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void client_ofThreeSecondsPatience_isServedInTime_andPaysForEveryByte(Kind kind) {
        file.size = kind.reads() ? PACKETS * PACKET : 0;
        Stream stream = kind.open(gold(), file);
        for (int i = 0; i < PACKETS; i++) {
            long began = disk.ticker.nanos();
            packet(kind, stream, i);
            assertThat(Duration.ofNanos(disk.ticker.nanos() - began)).isLessThanOrEqualTo(OURS);
        }
        stream.leave();
        assertThat(disk.charged()).isEqualTo(PACKETS * PACKET);
        assertThat(disk.errors).isEmpty();
    }

    /** Of the packets that passed in the burst of the beginning, nothing is said. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void patienceThatIsOver_letsOnePacketPass_andNotAPiece(Kind kind) {
        file.size = kind.reads() ? PACKETS * PACKET : 0;
        Stream stream = kind.open(gold(), file);
        int first = 0;
        while (disk.sleeper.waits() == 0) {
            packet(kind, stream, first++);
        }
        for (int i = first; i < PACKETS; i++) {
            disk.sleeper.forget();
            packet(kind, stream, i);
            // A writer may have as much dirty as it has written back: each second packet is its due.
            boolean isFree = kind == Kind.WRITTEN_BACK && disk.sleeper.waits() == 0;
            assertThat(isFree || disk.sleeper.total().equals(OURS))
                    .as("packet %d", i)
                    .isTrue();
        }
    }

    @Test
    void smallLimit_isServedInPiecesOfABurst_inTurn() {
        int limit = 6 * PACKET;
        limitTo(limit);
        disk.start();
        Stream stream = gold().longRead(Optional.of(file));
        for (int i = 0; i < 6; i++) {
            packet(Kind.READ_AHEAD, stream, i);
        }
        disk.queue.close();
        assertThat(file.reads).hasSizeGreaterThan(2);
        assertThat(file.reads.subList(1, file.reads.size()))
                .allSatisfy(read -> assertThat(read.length).isEqualTo(limit / 4));
        assertThat(gold().tenantQueue().outOfTurn.sum()).isZero();
    }

    private void packet(Kind kind, Stream stream, int number) {
        if (kind.reads()) {
            stream.before(number * (long) PACKET, PACKET);
        } else {
            file.size = (number + 1L) * PACKET;
        }
        stream.moved(PACKET);
    }

    private Account gold() {
        return disk.account(GOLD);
    }

    private void limitTo(long bytesPerSecond) {
        Terms terms = Terms.of(GOLD, 1, Rate.ZERO, Rate.ofBytesPerSecond(bytesPerSecond));
        Grant grant = Grant.of(
                "default",
                GrantVersion.of(1, 1),
                Tenant.DEFAULT,
                List.of(terms, Terms.ofWeight(Tenant.DEFAULT, 1)),
                TenantRules.of(List.of()),
                List.of());
        disk.grant = () -> grant;
    }
}
