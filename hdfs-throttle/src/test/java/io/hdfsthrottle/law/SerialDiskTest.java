package io.hdfsthrottle.law;

import static org.assertj.core.api.Assertions.assertThat;

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
        Branch tenant = disk.tenant();
        disk.terms(tenant, 1, Rate.ZERO, Rate.UNLIMITED);
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
}
