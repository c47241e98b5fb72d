package io.hdfsthrottle.law;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** For whom a disk is asked for little at a time after it was served. */
final class GuestTest {

    private static final int GUEST_PIECE = 32 << 10;

    private final ModelDisk disk = ModelDisk.steady(150 * ModelDisk.MIB);

    @Test
    void tenantThatHasMostOfADisk_isExpectedBack_alsoWhereItIsAheadOfItsShare() {
        assertThat(nextPieceAfterOneOfWeight(8)).isEqualTo(GUEST_PIECE);
    }

    @Test
    void tenantThatHasHalfOfADisk_andWasServedItsShare_isNotWaitedFor() {
        assertThat(nextPieceAfterOneOfWeight(1))
                .isEqualTo(disk.scheduler.requests().piece())
                .isGreaterThan(GUEST_PIECE);
    }

    /** The piece of a tenant of weight 1 after another one has been served its share, and wants nothing more. */
    private int nextPieceAfterOneOfWeight(double weight) {
        Branch other = disk.tenant(1);
        List<ModelDisk.Stream> learning = List.of(disk.new Stream(other), disk.new Stream(other));
        disk.runFor(10 * ModelDisk.SECOND); // between two probes
        learning.forEach(ModelDisk.Stream::stop);
        disk.runFor(ModelDisk.SECOND);

        Flow backlogged = new Reader(other, null);
        disk.scheduler.wants(backlogged, disk.now);
        Flow visitor = new Reader(disk.tenant(weight), other);
        disk.scheduler.wants(visitor, disk.now);
        boolean wasServed = false;
        while (true) {
            Piece piece = disk.scheduler.dispatch(disk.now).orElseThrow();
            disk.now += 4 * ModelDisk.MILLI;
            disk.scheduler.completed(piece, disk.now);
            if (wasServed && piece.flow() == backlogged) {
                return piece.length();
            }
            wasServed |= visitor.leaf.place == ShareNode.NOWHERE;
        }
    }

    private static final class Reader extends Flow {

        /** Once it is not behind that tenant, it wants nothing more; null for never. */
        private final Branch other;

        private long offset;

        Reader(Branch branch, Branch other) {
            super(branch);
            this.other = other;
        }

        @Override
        protected boolean wantsMore() {
            return other == null || leaf.tenant().start < other.node.start;
        }

        @Override
        protected Piece next(int most) {
            offset += most;
            return new Piece(this, offset - most, most);
        }
    }
}
