package io.hdfsthrottle.law;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a tenant keeps and what it gives up while it wants nothing. */
final class ShareNodeTest {

    private static final long SECOND = 1_000_000_000L;

    private final ShareNode disk = new ShareNode(null);
    private final ShareNode one = child();
    private final ShareNode another = child();

    @Test
    void tenantThatPauses_givesUpNothing_whileNobodyElseIsServed() {
        another.enter(0);
        one.enter(0);
        another.serve(1000, 0, false, null);
        for (long second = 1; second < 10; second++) {
            leave(one);
            one.enter(second * SECOND);
        }
        assertThat(one.start).isEqualTo(0);
        assertThat(disk.backlogged.first()).isEqualTo(one);
    }

    @Test
    void tenantThatPauses_givesUpWhatOthersWereServedMeanwhile_butTheLastMoments() {
        another.enter(0);
        one.enter(0);
        leave(one);
        for (long second = 1; second < 10; second++) {
            another.serve(1000, second * SECOND, false, null);
        }
        one.enter(9 * SECOND);
        assertThat(one.start).isBetween(7000.0, 8000.0);
    }

    private void leave(ShareNode node) {
        disk.backlogged.remove(node);
    }

    private ShareNode child() {
        ShareNode child = new ShareNode(disk);
        child.flow = new Flow(new Branch(child)) {
            @Override
            protected boolean wantsMore() {
                return true;
            }

            @Override
            protected Piece next(int most) {
                throw new UnsupportedOperationException();
            }
        };
        return child;
    }
}
