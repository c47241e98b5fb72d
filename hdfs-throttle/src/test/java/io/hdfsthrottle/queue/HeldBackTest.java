package io.hdfsthrottle.queue;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.law.Branch;
import io.hdfsthrottle.law.Flow;
import io.hdfsthrottle.law.Piece;
import io.hdfsthrottle.law.Scheduler;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.window.Window;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A tenant that its share holds back would use more; a tenant that waits now and then need not. */
final class HeldBackTest {

    private static final long MILLI = 1_000_000L;
    private static final long STEP = MILLI / 20;
    private static final long EVERYTHING = Long.MAX_VALUE;

    /** What the disk moves in a millisecond, in bytes. */
    private static final int RATE = 150_000;

    /** Until the disk is known, in milliseconds. */
    private static final int LEARNING = 5_000;

    private final Disk disk = new Disk();

    @Test
    void readerWithAPaceBelowItsShare_isNotHeldBack_howeverOftenItWaits() {
        seeded(20, random -> {
            Disk any = new Disk();
            Disk.Reader paced = paced(any, random, RATE / 2);
            Disk.Reader crowd = any.reader(2);
            Disk.Reader more = any.reader(2);
            any.run(LEARNING);
            any.watch(80, paced, false);
            assertThat(any.isHeldBack(crowd) && any.isHeldBack(more)).isTrue();
        });
    }

    @Test
    void readerWithAPaceOfItsOwn_aloneOnTheDisk_isNotHeldBack() {
        seeded(20, random -> {
            Disk any = new Disk();
            Disk.Reader paced = paced(any, random, RATE);
            any.run(LEARNING);
            any.watch(80, paced, false);
        });
    }

    /** Of weight 4, with half of that rate or less, in bursts. */
    private static Disk.Reader paced(Disk disk, SplittableRandom random, int rate) {
        int cycle = 1 + random.nextInt(400);
        Disk.Reader reader = disk.reader(4);
        reader.cycle = cycle;
        reader.burst = (long) (cycle * rate * (0.1 + 0.4 * random.nextDouble()));
        return reader;
    }

    @Test
    void tenantThatIsBehind_isHeldBackWithinASecond_alsoWhereThreadsAndSamplesComeLate() {
        seeded(20, random -> {
            Disk any = new Disk();
            Disk.Reader behind = any.reader(1 + random.nextInt(8));
            any.reader(1 + random.nextInt(8));
            any.reader(1 + random.nextInt(8));
            behind.absentUntil = LEARNING * MILLI;
            any.run(LEARNING);
            assertThat(any.isHeldBack(behind)).isFalse();
            any.run(1_000);
            assertThat(any.isHeldBack(behind)).as("after a second").isTrue();
            for (int sample = 0; sample < 40; sample++) {
                for (int late = random.nextInt(10); late >= 0; late--) {
                    any.readers.get(random.nextInt(3)).absentUntil = any.now + random.nextInt(50) * MILLI;
                    any.run(100);
                }
                assertThat(any.isHeldBack(behind)).as("sample %s", sample).isTrue();
            }
        });
    }

    @Test
    void tenantThatItsLimitDelays_isHeldBack() {
        TenantQueue queue = disk.tenant(1, Rate.ofBytesPerSecond(20_000_000));
        Disk.Reader limited = disk.new Reader(queue, queue.branch.branch());
        disk.run(1_000);
        disk.watch(20, limited, true);
        disk.reader(1);
        disk.run(1_000);
        disk.watch(20, limited, true);
    }

    @Test
    void tenantOfWhichALimitDelaysAPart_isNotHeldBackByItsShare() {
        TenantQueue queue = disk.tenant(1, Rate.UNLIMITED);
        Branch part = queue.branch.branch();
        disk.scheduler.partTerms(part, 1, Rate.ZERO, Rate.ofBytesPerSecond(20_000_000));
        Disk.Reader limited = disk.new Reader(queue, part);
        disk.reader(1);
        disk.run(1_000);
        disk.watch(20, limited, false);
    }

    @Test
    void absentTenant_isNotHeldBackBesideADiskThatDoesNothing() {
        Disk.Reader absent = disk.reader(1);
        Disk.Reader waits = disk.reader(1);
        disk.run(1_000);
        absent.absentUntil = EVERYTHING;
        disk.moves = 0;
        disk.run(3_000);
        assertThat(disk.isHeldBack(absent)).isFalse();
        assertThat(disk.isHeldBack(waits)).isTrue();
    }

    /** A disk in virtual time that serves one request after the other. */
    private static final class Disk {
        private final Scheduler scheduler = new Scheduler(Window.ofUnknownDisk());
        private final Deque<Piece> asked = new ArrayDeque<>();
        private final List<Reader> readers = new ArrayList<>();
        private int moves = RATE;
        private long moved;
        private long now;

        private TenantQueue tenant(double weight, Rate limit) {
            TenantQueue queue = new TenantQueue(Tenant.named("t" + readers.size()), scheduler.tenant(), now);
            scheduler.terms(queue.branch, weight, Rate.ZERO, limit);
            return queue;
        }

        private Reader reader(double weight) {
            TenantQueue queue = tenant(weight, Rate.UNLIMITED);
            return new Reader(queue, queue.branch.branch());
        }

        private void run(int millis) {
            for (long end = now + millis * MILLI; now < end; ) {
                now += STEP;
                moved = asked.isEmpty() ? 0 : moved + moves * STEP / MILLI;
                while (!asked.isEmpty() && asked.peek().length() <= moved) {
                    moved -= asked.peek().length();
                    scheduler.completed(asked.remove(), now);
                }
                readers.forEach(Reader::turn);
                for (Optional<Piece> next = scheduler.dispatch(now); next.isPresent(); next = scheduler.dispatch(now)) {
                    scheduler.issued(next.get(), next.get().length(), now);
                    asked.add(next.get());
                }
            }
        }

        private boolean isHeldBack(Reader reader) {
            reader.queue.sample(now);
            return reader.queue.isHeldBack();
        }

        private void watch(int samples, Reader reader, boolean heldBack) {
            boolean unused = isHeldBack(reader);
            for (int i = 0; i < samples; i++) {
                run(100);
                assertThat(isHeldBack(reader)).as("sample %s", i).isEqualTo(heldBack);
            }
        }

        /** A tenant's stream that reads all that it can, or so many bytes once in so many milliseconds. */
        private final class Reader extends Flow {
            private final TenantQueue queue;
            private long burst = EVERYTHING;
            private int cycle = 1;
            private long wanted;
            private long offset;
            private long absentUntil;

            private Reader(TenantQueue queue, Branch application) {
                super(application);
                this.queue = queue;
                readers.add(this);
            }

            @Override
            protected boolean wantsMore() {
                return wanted > 0 && now >= absentUntil;
            }

            @Override
            protected Piece next(int most) {
                int length = (int) Math.min(most, wanted);
                wanted -= length;
                offset += length;
                return new Piece(this, offset - length, length);
            }

            private void turn() {
                if (now % (cycle * MILLI) == 0) {
                    wanted = burst == EVERYTHING ? EVERYTHING : wanted + burst;
                }
                if (wantsMore()) {
                    queue.waited(0, now, false);
                    scheduler.wants(this, now);
                }
            }
        }
    }
}
