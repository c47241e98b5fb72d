package io.hdfsthrottle.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.window.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whose requests a disk with an arm is asked for at once. */
final class SerialDiskTest {

    private static final int READ = 64 << 10;
    private static final long A_WHILE = 50_000_000;

    private final Scheduler disk = new Scheduler(Window.ofUnknownDisk());
    private final Branch one = application();
    private final Branch another = application();

    SerialDiskTest() {
        disk.rotational(true);
    }

    @Test
    void shortReadsOfOneApplication_areAskedForTogether_onceNobodyElseWasServedForAWhile() {
        assertThat(dispatch(new Once(one, true), 0)).isPresent();
        assertThat(dispatch(new Once(one, true), A_WHILE - 1)).isEmpty();
        assertThat(together(A_WHILE)).hasSize(Scheduler.MOST_SHORT - 1);
    }

    @Test
    void shortReadOfAnother_isServedAlone_andSoAreThoseAfterIt() {
        List<Piece> asked =
                new ArrayList<>(List.of(dispatch(new Once(one, true), 0).orElseThrow()));
        asked.addAll(together(A_WHILE));
        Once other = new Once(another, true);
        for (Piece piece : asked) {
            assertThat(dispatch(other, A_WHILE)).isEmpty();
            disk.completed(piece, A_WHILE);
        }
        Piece others = disk.dispatch(A_WHILE).orElseThrow();
        assertThat(others.flow()).isEqualTo(other);
        assertThat(disk.dispatch(A_WHILE)).isEmpty();
        disk.completed(others, A_WHILE);
        assertThat(disk.dispatch(A_WHILE)).isPresent();
        assertThat(dispatch(new Once(one, true), A_WHILE)).isEmpty();
    }

    @Test
    void streamThatReadsOn_isAskedForAlone() {
        Piece read = dispatch(new Once(one, true), 0).orElseThrow();
        Once scan = new Once(one, false);
        assertThat(dispatch(scan, A_WHILE)).isEmpty();
        disk.completed(read, A_WHILE);
        Piece scanned = disk.dispatch(A_WHILE).orElseThrow();
        assertThat(scanned.flow()).isEqualTo(scan);
        assertThat(dispatch(new Once(one, true), 2 * A_WHILE)).isEmpty();
        disk.completed(scanned, 2 * A_WHILE);
        assertThat(disk.dispatch(2 * A_WHILE)).isPresent();
    }

    @Test
    void streamOfMostOfTheDisk_isAwaitedForAPartOfTheTimeOfItsService() {
        Branch heavy = application(2);
        disk.wants(new Once(another, false), 0);
        long served = 8 * A_WHILE / 2;
        assertThat(afterPiece(heavy, 0, served)).as("the other meanwhile").isEmpty();
        assertThat(disk.mayDispatch(served)).isFalse();
        assertThat(disk.nextDueNanos(served)).isEqualTo(served + A_WHILE / 2);
        Once next = new Once(heavy, false);
        assertThat(dispatch(next, served + A_WHILE / 2 - 1).orElseThrow().flow())
                .isEqualTo(next);
    }

    @Test
    void streamThatDoesNotComeBackInTime_isAwaitedAgainAfterLongService() {
        Branch heavy = application(2);
        disk.wants(new Once(another, false), 0);
        assertThat(afterPiece(heavy, 0, 8 * A_WHILE)).isEmpty();
        long now = 9 * A_WHILE;
        disk.completed(disk.dispatch(now).orElseThrow(), now);
        int meanwhile = 0;
        while (meanwhile < 100) {
            disk.wants(new Once(another, false), now);
            Optional<Piece> others = afterPiece(heavy, now, A_WHILE);
            now += A_WHILE;
            if (others.isEmpty()) {
                break;
            }
            disk.completed(others.get(), now);
            meanwhile++;
        }
        // What was in vain costs eight times as much, and an eighth of the service is earned: 7 x 8 x 50 ms.
        assertThat(meanwhile).isBetween(7 * 8, 8 * 8);
    }

    /** Its client takes a piece, and much later the next: the disk is hardly idle meanwhile. */
    @Test
    void clientThatPausesAfterEachPiece_costsAnEighthOfAnEighth() {
        Branch heavy = application(8);
        long piece = 4_000_000;
        long now = 0;
        long idle = 0;
        for (int i = 0; i < 10_000; i++) {
            disk.wants(new Once(another, false), now);
            Optional<Piece> others = afterPiece(heavy, now, piece);
            now += piece;
            if (others.isEmpty()) {
                long until = disk.nextDueNanos(now);
                idle += until - now;
                now = until;
                others = disk.dispatch(now);
            }
            disk.completed(others.orElseThrow(), now);
        }

        assertThat(idle / (double) (10_000 * piece)).isBetween(0.01, 1 / 64.0);
    }

    @Test
    void streamThatALimitHoldsBack_isNotAwaited() {
        Branch limited = disk.tenant();
        disk.terms(limited, 2, Rate.ZERO, Rate.ofBytesPerSecond(1));
        disk.chargeBeside(another, 1L << 40, 0);
        disk.wants(new Once(another, false), 0);
        Piece piece = dispatch(new Once(limited.branch(), false), 0).orElseThrow();

        disk.completed(piece, 8 * A_WHILE);

        assertThat(disk.dispatch(8 * A_WHILE)).as("the other").isPresent();
    }

    /** A piece of it, for which it is behind the others, takes so long; returns what is dispatched then. */
    private Optional<Piece> afterPiece(Branch application, long from, long nanos) {
        disk.chargeBeside(another, 1L << 40, from);
        disk.completed(dispatch(new Once(application, false), from).orElseThrow(), from + nanos);
        return disk.dispatch(from + nanos);
    }

    @Test
    void shortReadAmidAQuantum_paysForItsWayBack_andTheStreamGoesOnWhereItWas() {
        Block stream = new Block(one);
        Piece first = dispatch(stream, 0).orElseThrow();
        Once visitor = new Once(another, true);
        disk.wants(visitor, 0);
        disk.chargeBeside(one, 64 << 20, 0); // so that it is the visitor's turn
        disk.completed(first, 0);
        Piece visit = disk.dispatch(0).orElseThrow();
        assertThat(visit.flow()).isEqualTo(visitor);
        assertThat(visit.seekCharge).isCloseTo(4 * (first.seekCharge + refund(first)), within(1.0));
        disk.completed(visit, 0);
        Piece second = disk.dispatch(0).orElseThrow();
        assertThat(second.flow()).isEqualTo(stream);
        assertThat(second.seekCharge).as("no seek of its own").isNegative();
    }

    /** What of the whole charge for a seek the stream's first piece has back already. */
    private double refund(Piece first) {
        double part = first.length() / (double) disk.requests().quantum();
        return first.seekCharge * part / (1 - part);
    }

    /** What is asked for of the same application, until the disk has enough. */
    private List<Piece> together(long now) {
        List<Piece> asked = new ArrayList<>();
        Optional<Piece> next;
        do {
            next = dispatch(new Once(one, true), now);
            next.ifPresent(asked::add);
        } while (next.isPresent());
        return asked;
    }

    private Optional<Piece> dispatch(Flow flow, long now) {
        disk.wants(flow, now);
        return disk.dispatch(now);
    }

    private Branch application() {
        return application(1);
    }

    private Branch application(double weight) {
        Branch tenant = disk.tenant();
        disk.terms(tenant, weight, Rate.ZERO, Rate.UNLIMITED);
        return tenant.branch();
    }

    /** Wants one piece. */
    private static final class Once extends Flow {
        private final boolean isShort;
        private boolean served;

        Once(Branch application, boolean isShort) {
            super(application);
            this.isShort = isShort;
        }

        @Override
        protected boolean isShort() {
            return isShort;
        }

        @Override
        protected boolean wantsMore() {
            return !served;
        }

        @Override
        protected Piece next(int most) {
            served = true;
            return new Piece(this, hashCode() * (long) READ, READ);
        }
    }

    /** Reads one piece after the other, of a block. */
    private static final class Block extends Flow {
        private static final int LENGTH = 2 << 20;
        private long dispatched;

        Block(Branch application) {
            super(application);
        }

        @Override
        protected boolean wantsMore() {
            return dispatched < LENGTH;
        }

        @Override
        protected Piece next(int most) {
            Piece piece = new Piece(this, dispatched, (int) Math.min(most, LENGTH - dispatched));
            dispatched += piece.length();
            return piece;
        }
    }
}
