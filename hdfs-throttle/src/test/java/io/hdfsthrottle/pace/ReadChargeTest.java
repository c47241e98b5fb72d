package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.fakes.HandSetTicker;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ReadChargeTest {

    private static final int PACKET = 65_536;
    private static final int SMALL_PACKET = 4_096;
    private static final int LAST_PACKET = 4;
    private static final int READAHEAD = 2_560 << 10;
    private static final Duration SHORT = Duration.ofNanos(ReadCharge.SHORT_NANOS);
    private static final Duration PERIOD = Duration.ofNanos(ReadCharge.PERIOD_NANOS);

    private final HandSetTicker ticker = new HandSetTicker();
    private long device;
    private int looks;
    private final ReadCharge charge = ReadCharge.ofDevice(this::look, 0.01, ticker);

    private long look() {
        looks++;
        return device;
    }

    @Test
    void transferredBytes_areChargedAsTheyAreIfThatIsSet() {
        ReadCharge transferred = ReadCharge.transferred();
        assertThat(transferred.of(PACKET)).isEqualTo(PACKET);
        assertThat(transferred.rest()).isZero();
    }

    @Test
    void readahead_isChargedPacketByPacketAsItIsSent() {
        device = READAHEAD;
        assertThat(charge.of(PACKET)).isEqualTo(PACKET);
        for (int sent = PACKET; sent < READAHEAD; sent += PACKET) {
            ticker.advance(PERIOD);
            assertThat(charge.of(PACKET)).isEqualTo(PACKET);
        }
        ticker.advance(PERIOD);
        assertThat(charge.of(PACKET)).isEqualTo(PACKET / 100);
    }

    @Test
    void readahead_isChargedWithoutWaitingAndWithoutALook_howeverFastItIsSent() {
        device = READAHEAD;
        for (int sent = 0; sent < READAHEAD; sent += PACKET) {
            assertThat(charge.of(PACKET)).isEqualTo(PACKET);
        }
        assertThat(looks).isEqualTo(1);
    }

    @Test
    void nextPieceOfReadahead_isSeenWhenTheLastOneIsSent() {
        for (int piece = 1; piece <= 3; piece++) {
            device = (long) piece * READAHEAD;
            for (int sent = 0; sent < READAHEAD; sent += PACKET) {
                assertThat(charge.of(PACKET)).isEqualTo(PACKET);
            }
        }
        assertThat(looks).isEqualTo(3);
    }

    @Test
    void threadThatSendsFromMemory_isLookedAtOncePerPeriod() {
        for (int i = 0; i < 1000; i++) {
            charge.of(PACKET);
        }
        assertThat(looks).isEqualTo(1);
        ticker.advance(PERIOD);
        charge.of(PACKET);
        assertThat(looks).isEqualTo(2);
    }

    @Test
    void lastPacketOfAnOperation_chargesWhatWasReadInVain() {
        device = READAHEAD;
        charge.of(PACKET);
        assertThat(charge.of(LAST_PACKET)).isEqualTo(READAHEAD - PACKET);
    }

    /** An operation of one small read: its packet after that long, and its last one. */
    private long smallRead(Duration after) {
        ticker.advance(after);
        long charged = charge.of(SMALL_PACKET);
        ticker.advance(Duration.ofNanos(1000));
        return charged + charge.of(LAST_PACKET);
    }

    @Test
    void smallReadsFromMemory_areLookedAtOncePerPeriod() {
        smallRead(SHORT);
        looks = 0;
        int reads = (int) (10 * ReadCharge.PERIOD_NANOS / SHORT.toNanos());
        for (int i = 0; i < reads; i++) {
            smallRead(SHORT);
        }
        assertThat(looks).isBetween(8, 10);
    }

    @Test
    void smallReadThatMayHaveWaitedForTheDisk_isChargedWhenItEnds() {
        smallRead(SHORT);
        smallRead(SHORT);
        device = READAHEAD;
        assertThat(smallRead(SHORT.multipliedBy(2))).isEqualTo(READAHEAD);
    }

    @Test
    void smallReadTooShortForADisk_isChargedWithinAPeriodAllTheSame() {
        smallRead(SHORT);
        smallRead(SHORT);
        device = PACKET;
        long charged = smallRead(SHORT);
        for (Duration after = SHORT; after.compareTo(PERIOD) <= 0; after = after.plus(SHORT)) {
            charged += smallRead(SHORT);
        }
        assertThat(charged).isGreaterThanOrEqualTo(PACKET);
    }

    @Test
    void readaheadOfAnEndedOperation_costsTheNextOneNothingMore() {
        device = READAHEAD;
        charge.of(PACKET);
        charge.of(LAST_PACKET);
        for (int sent = PACKET + LAST_PACKET; sent <= READAHEAD - PACKET; sent += PACKET) {
            ticker.advance(PERIOD);
            assertThat(charge.of(PACKET)).isZero();
        }
    }

    @Test
    void bytesFromMemory_costASmallPart() {
        long charged = 0;
        for (int i = 0; i < 10_000; i++) {
            charged += charge.of(PACKET);
            ticker.advance(Duration.ofNanos(30_000));
        }
        ticker.advance(PERIOD);
        charged += charge.of(PACKET);
        assertThat(charged / (10_001.0 * PACKET)).isCloseTo(0.01, within(0.0001));
    }

    @Test
    void callsWithinAPeriod_areChargedTogetherAtItsEnd() {
        charge.of(PACKET);
        device = 10 * PACKET;
        ticker.advance(PERIOD.dividedBy(2));
        assertThat(charge.of(PACKET)).isZero();
        ticker.advance(PERIOD.dividedBy(2));
        assertThat(charge.of(PACKET)).isEqualTo(2 * PACKET);
    }

    @Test
    void newPayer_doesNotPayForPacketsOfTheLastOneAndPaysForItsOwnReadahead() {
        charge.of(PACKET); // a look, 10 ms before the next
        charge.of(PACKET);
        charge.of(PACKET);
        device = 2 * PACKET + READAHEAD; // two packets of the first, then the readahead of the next one's first
        assertThat(charge.rest()).isEqualTo(2 * PACKET);
        assertThat(charge.of(PACKET)).isEqualTo(PACKET);
        assertThat(charge.of(LAST_PACKET)).isEqualTo(READAHEAD - PACKET);
    }

    @Test
    void readaheadOfTheLastPayer_isThatOnesAndPaysForNothingOfTheNextOnes() {
        device = READAHEAD;
        charge.of(PACKET);
        assertThat(charge.rest()).isEqualTo(READAHEAD - PACKET);
        assertThat(charge.of(100 * PACKET)).isEqualTo(PACKET);
    }

    @Test
    void readaheadInVain_isOwedOnlySoFarAndChargedBeyond() {
        device = 1L << 40;
        assertThat(charge.of(PACKET)).isEqualTo(device - ReadCharge.MOST_AHEAD);
        ticker.advance(PERIOD);
        long cached = 1L << 30;
        assertThat(charge.of(cached))
                .isEqualTo(ReadCharge.MOST_AHEAD + (long) ((cached - ReadCharge.MOST_AHEAD) * 0.01));
    }

    @Test
    void figureThatIsNotTold_meansBytesAsTransferred() {
        device = -1;
        for (int i = 0; i < 3; i++) {
            assertThat(charge.of(PACKET)).isEqualTo(PACKET);
        }
        assertThat(charge.rest()).isZero();
    }

    @Test
    void figureThatGoesBack_chargesNothingNegative() {
        device = PACKET;
        charge.of(PACKET);
        device = 0;
        ticker.advance(PERIOD);
        assertThat(charge.of(PACKET)).isEqualTo(PACKET / 100);
    }

    /** A million calls in any order: what is charged is what the device did and no more than a part of what was sent. */
    @Test
    void sumOfCharges_isWhatTheDeviceDidAndAPartOfTheRest() {
        Random random = new Random(20_261_120);
        for (int thread = 0; thread < 1000; thread++) {
            device = 0;
            ReadCharge one = ReadCharge.ofDevice(() -> device, 0.01, ticker);
            long charged = 0;
            long sent = 0;
            for (int call = 0; call < 1000; call++) {
                device += random.nextInt(4) == 0 ? random.nextInt(READAHEAD) : 0;
                long bytes = 1L + random.nextInt(PACKET);
                sent += bytes;
                charged += one.of(bytes);
                charged += random.nextInt(50) == 0 ? one.rest() : 0;
                ticker.advance(Duration.ofNanos(random.nextInt(20_000_000)));
            }
            charged += one.rest();
            ticker.advance(PERIOD);
            charged += one.of(1);
            assertThat(charged).as("thread %d", thread).isBetween(device, device + sent / 100 + 1);
        }
    }
}
