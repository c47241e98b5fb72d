package io.hdfsthrottle.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.window.Window;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whose requests a disk with an arm is asked for at once. */
final class SerialDiskTest {

    private static final int READ = 64 << 10;

    private final Scheduler disk = new Scheduler(Window.ofUnknownDisk());

    SerialDiskTest() {
        disk.rotational(true);
    }

    @Test
    void shortReads_areAskedForTogether_inAnyOrderThatTheDiskLikes() {
        int asked = 0;
        while (dispatch(new Once(1, true)).isPresent()) {
            asked++;
        }
        assertThat(asked).as("as many as a disk orders").isBetween(32, 64);
    }

    @Test
    void streamThatReadsOn_isAskedForAlone() {
        Piece read = dispatch(new Once(1, true)).orElseThrow();
        Once scan = new Once(1, false);
        assertThat(dispatch(scan)).isEmpty();
        disk.completed(read, 0);
        Piece scanned = disk.dispatch(0).orElseThrow();
        assertThat(scanned.flow()).isEqualTo(scan);
        assertThat(dispatch(new Once(1, true))).isEmpty();
        disk.completed(scanned, 0);
        assertThat(disk.dispatch(0)).isPresent();
    }

    @Test
    void shortReads_waitForEachOther_whileATenantIsExpectedBackThatWouldBeHurtByWaiting() {
        Once light = new Once(1, true);
        Once heavy = new Once(8, true);
        disk.wants(heavy, 0);
        Piece first = dispatch(light).orElseThrow();
        assertThat(first.flow()).isEqualTo(heavy);
        disk.completed(first, 0);
        Piece next = disk.dispatch(0).orElseThrow();
        assertThat(dispatch(new Once(1, true))).isEmpty();
        disk.completed(next, 0);
        assertThat(disk.dispatch(0)).isPresent();
    }

    private Optional<Piece> dispatch(Flow flow) {
        disk.wants(flow, 0);
        return disk.dispatch(0);
    }

    /** Wants one piece. */
    private final class Once extends Flow {
        private final boolean isShort;
        private boolean served;

        Once(double weight, boolean isShort) {
            super(tenant(weight).branch());
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

    private Branch tenant(double weight) {
        Branch tenant = disk.tenant();
        disk.terms(tenant, weight, Rate.ZERO, Rate.UNLIMITED);
        return tenant;
    }
}
