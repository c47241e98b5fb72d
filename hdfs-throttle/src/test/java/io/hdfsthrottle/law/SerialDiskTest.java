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
    void streamOfMostOfTheDisk_isAwaitedAfterManyQuanta_asAtTheEndOfABlock() {
        Branch heavy = application(2);
        disk.chargeBeside(another, 1L << 40, 0);
        disk.wants(new Once(another, false), 0);
        assertThat(afterBlock(heavy, 0)).as("the other meanwhile").isEmpty();
        assertThat(disk.mayDispatch(0)).isFalse();
        assertThat(disk.nextDueNanos(0)).isEqualTo(A_WHILE);
        Once next = new Once(heavy, false);
        assertThat(dispatch(next, A_WHILE - 1).orElseThrow().flow()).isEqualTo(next);
    }

    @Test
    void streamThatDoesNotComeBackInTime_isAwaitedAgainAfterManyBlocks() {
        Branch heavy = application(2);
        disk.wants(new Once(another, false), 0);
        assertThat(behind(heavy, 0)).isEmpty();
        disk.completed(disk.dispatch(A_WHILE).orElseThrow(), A_WHILE);
        for (int block = 1; block <= Scheduler.MOST_UNAWAITED; block++) {
            disk.wants(new Once(another, false), A_WHILE);
            Optional<Piece> others = behind(heavy, A_WHILE);
            assertThat(others.isPresent())
                    .as("the other meanwhile, block " + block)
                    .isEqualTo(block < Scheduler.MOST_UNAWAITED);
            others.ifPresent(piece -> disk.completed(piece, A_WHILE));
        }
    }

    /** Its client takes a piece, and a while later the next: the disk is not idle meanwhile. */
    @Test
    void clientThatPausesAfterEachPiece_isAwaitedOnceInManyQuanta() {
        Branch heavy = application(8);
        long quantum = disk.requests().quantum();
        int awaited = 0;
        long served = 0;
        while (served < 10 * Scheduler.MOST_UNAWAITED * quantum) {
            disk.chargeBeside(another, 1L << 40, 0);
            disk.wants(new Once(another, false), 0);
            Piece piece = dispatch(new Once(heavy, false), 0).orElseThrow();
            served += piece.length();
            disk.completed(piece, 0);
            Optional<Piece> others = disk.dispatch(0);
            awaited += others.isPresent() ? 0 : 1;
            others.ifPresent(other -> disk.completed(other, 0));
        }

        assertThat(awaited).isBetween(1, 10);
    }

    @Test
    void streamThatALimitHoldsBack_isNotAwaited() {
        Branch limited = disk.tenant();
        disk.terms(limited, 2, Rate.ZERO, Rate.ofBytesPerSecond(1));
        limited.node.served = 1L << 40;
        disk.chargeBeside(another, 1L << 40, 0);
        disk.wants(new Once(another, false), 0);

        disk.completed(dispatch(new Once(limited.branch(), false), 0).orElseThrow(), 0);

        assertThat(disk.dispatch(0)).as("the other").isPresent();
    }

    /** A block of it, for which it is behind the others. */
    private Optional<Piece> behind(Branch application, long now) {
        disk.chargeBeside(another, 1L << 40, now);
        return afterBlock(application, now);
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

    /** Reads a block of several quanta at once; returns what is dispatched then. */
    private Optional<Piece> afterBlock(Branch application, long now) {
        Flow block = new Block(application);
        Optional<Piece> next = dispatch(block, now);
        while (next.isPresent() && next.get().flow() == block) {
            disk.completed(next.get(), now);
            next = disk.dispatch(now);
        }
        return next;
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
        private static final int LENGTH = 64 << 20;
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
