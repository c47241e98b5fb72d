package io.hdfsthrottle.law;

import static io.hdfsthrottle.law.ModelDisk.MIB;
import static io.hdfsthrottle.law.ModelDisk.MILLI;
import static io.hdfsthrottle.law.ModelDisk.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.window.Window;
import org.junit.jupiter.api.Test;

/** What tells whether a disk seeks: reads that it has done, and nothing else. */
final class ProbesTest {

    private static final int READ = 64 << 10;

    private final Scheduler scheduler = new Scheduler(Window.ofUnknownDisk());
    private final Flow scan = new Endless(1, Long.MAX_VALUE, true);
    private long now;
    private long head;

    @Test
    void partsOfAReadThatPassAtOnce_sayNothingOfTheDisk() {
        serveBeside(new Endless(8, 2 * READ, true), true);
        assertThat(scheduler.requests().isSerial()).isTrue();
    }

    @Test
    void writesThatTheDiskHasInItsCache_sayNothingOfTheDisk() {
        serveBeside(new Endless(8, READ, false), false);
        assertThat(scheduler.requests().isSerial()).isTrue();
    }

    @Test
    void readsElsewhere_thatTakeNoLonger_sayThatADiskDoesNotSeek() {
        serveBeside(new Endless(1, READ, true), false);
        assertThat(scheduler.requests().isSerial()).isFalse();
    }

    /** A disk of 150 MiB/s that needs 10 ms for each read elsewhere, or none for reads that are one piece each. */
    private void serveBeside(Flow other, boolean firstPartPasses) {
        boolean isSeeking = firstPartPasses || !other.reads();
        scheduler.rotational(true);
        scheduler.wants(scan, now);
        scheduler.wants(other, now);
        while (now < 7 * SECOND) {
            Piece piece = scheduler.dispatch(now).orElseThrow();
            if (firstPartPasses && piece.flow() == other && piece.end() % (2 * READ) != 0) {
                scheduler.passed(piece, now);
                continue;
            }
            boolean seeks = isSeeking && piece.flow().reads() && piece.offset() != head;
            now += (long) (piece.length() * SECOND / (150 * MIB)) + (seeks ? 10 * MILLI : 0);
            head = piece.end();
            scheduler.completed(piece, now);
        }
    }

    private Branch tenant(double weight) {
        Branch tenant = scheduler.tenant();
        scheduler.terms(tenant, weight, Rate.ZERO, Rate.UNLIMITED);
        return tenant;
    }

    /** A stream that reads or writes so much in sequence before it goes on elsewhere. */
    private final class Endless extends Flow {
        private final long run;
        private final boolean reads;
        private long position;

        Endless(double weight, long run, boolean reads) {
            super(tenant(weight).branch());
            this.run = run;
            this.reads = reads;
        }

        @Override
        protected boolean reads() {
            return reads;
        }

        @Override
        protected boolean wantsMore() {
            return true;
        }

        @Override
        protected Piece next(int most) {
            int length = (int) Math.min(most, run - position % run);
            Piece piece = new Piece(this, position, length);
            position += length;
            if (position % run == 0) {
                position += 1L << 30;
            }
            return piece;
        }
    }
}
