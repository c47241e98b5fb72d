package io.hdfsthrottle.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hdfsthrottle.window.Window;
import org.junit.jupiter.api.Test;

/** When a piece object may be reused for another piece of its stream. */
final class PieceTest {

    private static final int LENGTH = 65_536;

    private final Scheduler disk = new Scheduler(Window.ofUnknownDisk());
    private final OnePiece stream = new OnePiece(disk.tenant().branch());

    @Test
    void pieceThatTheDiskHasDone_andNobodyUses_isFree() {
        Piece piece = dispatched();
        piece.used(true);
        disk.completed(piece, 1);
        assertThat(piece.isFree()).isFalse();
        piece.used(false);
        assertThat(piece.isFree()).isTrue();
    }

    @Test
    void pieceThatTheDiskHasNotDone_isNotFree() {
        assertThat(dispatched().isFree()).isFalse();
    }

    @Test
    void pieceThatIsNotWaitedForAnyLonger_isFreeOnceNobodyUsesIt() {
        Piece piece = dispatched();
        piece.used(true);
        assertThat(disk.dispatch(Scheduler.LOST_NANOS)).isEmpty();
        assertThat(piece.isFree()).isFalse();
        piece.used(false);
        assertThat(piece.isFree()).isTrue();
    }

    @Test
    void streamOfALostPiece_isServedNothingMore_untilTheDiskIsDoneWithIt() {
        Piece lost = dispatched();
        lost.used(true);
        long now = Scheduler.LOST_NANOS;
        assertThat(disk.dispatch(now)).isEmpty();
        stream.next = new Piece(stream, LENGTH, LENGTH);
        disk.wants(stream, now);
        assertThat(disk.dispatch(now)).as("it may be unreadable").isEmpty();

        OnePiece other = new OnePiece(disk.tenant().branch());
        other.next = new Piece(other, 0, LENGTH);
        disk.wants(other, now);
        Piece others = disk.dispatch(now).orElseThrow();
        assertThat(others.flow()).isEqualTo(other);
        disk.completed(others, now);

        lost.used(false);
        disk.completed(lost, now);
        assertThat(disk.dispatch(now).orElseThrow().flow()).isEqualTo(stream);
    }

    @Test
    void pieceBehindOneThatTheDiskHasNotDone_isNotFree() {
        Piece first = dispatched();
        Piece second = dispatched();
        disk.completed(second, 1);
        assertThat(second.isFree()).isFalse();
        disk.completed(first, 1);
        assertThat(second.isFree()).isTrue();
    }

    @Test
    void pieceThatBecomesAnother_isOutstandingAgain() {
        Piece piece = dispatched();
        disk.completed(piece, 1);
        piece.become(LENGTH, LENGTH);
        stream.next = piece;
        disk.wants(stream, 1);
        assertThat(disk.dispatch(1)).containsSame(piece);
        assertThat(disk.outstanding()).isEqualTo(LENGTH);
        disk.completed(piece, 2);
        assertThat(disk.outstanding()).isZero();
    }

    @Test
    void errorWhileAPieceIsDispatched_takesNoRoomForGood() {
        stream.next = new Piece(stream, 0, LENGTH);
        disk.wants(stream, 0);
        stream.isBroken = true;
        assertThatThrownBy(() -> disk.dispatch(0)).hasMessage("on purpose");
        stream.isBroken = false;
        assertThat(disk.dispatch(Scheduler.LOST_NANOS)).isEmpty();
        assertThat(disk.outstanding()).isZero();
        stream.next = new Piece(stream, 0, LENGTH);
        disk.wants(stream, Scheduler.LOST_NANOS);
        assertThat(disk.dispatch(Scheduler.LOST_NANOS)).isPresent();
        assertThat(disk.outstanding()).isEqualTo(LENGTH);
    }

    private Piece dispatched() {
        stream.next = new Piece(stream, 0, LENGTH);
        disk.wants(stream, 0);
        return disk.dispatch(0).orElseThrow();
    }

    /** Wants the piece that it is given. */
    private static final class OnePiece extends Flow {

        private Piece next;
        private boolean isBroken;

        OnePiece(Branch application) {
            super(application);
        }

        @Override
        protected boolean wantsMore() {
            if (isBroken && next == null) {
                throw new IllegalStateException("on purpose");
            }
            return next != null;
        }

        @Override
        protected Piece next(int most) {
            Piece taken = next;
            next = null;
            return taken;
        }
    }
}
