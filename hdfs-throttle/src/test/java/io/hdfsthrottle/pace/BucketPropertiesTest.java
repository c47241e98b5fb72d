package io.hdfsthrottle.pace;

import static io.hdfsthrottle.fakes.Seeds.seeded;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TenantRules;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What every bucket and every allowance keeps to, whatever is called and when: a million random cases each, on virtual time. */
final class BucketPropertiesTest {

    private static final int CASES = 1_000_000;
    private static final int STEPS = 16;
    private static final long SECOND = 1_000_000_000L;

    @Test
    void tenant_isNeverFurtherThanItsAllowanceAndOneCallOfEachThread() {
        seeded(CASES, random -> {
            long now = random.nextLong();
            // Fast enough that nobody's rest is cut short.
            long rate = random.nextLong(1_000_000, 10_000_000_000L);
            Crowd crowd = new Crowd(random, now, 5 * SECOND, Allowance.of(now, random.nextInt(1 << 20), rate));
            for (int i = 0; i < STEPS; i++) {
                crowd.step();
                double passed = (double) (crowd.charged - crowd.chargedToResting() - crowd.chargedToTiny);
                crowd.holds(passed <= crowd.allowed() + 1, "only calls of threads at rest are beyond the allowance");
            }
        });
    }

    @Test
    void tickets_areServedInTheirOrderHoweverTheAllowanceChanges() {
        seeded(CASES, random -> {
            long now = random.nextLong();
            Crowd crowd = new Crowd(random, now, random.nextLong(1, 5 * SECOND), randomLine(random, now));
            for (int i = 0; i < STEPS; i++) {
                if (random.nextInt(8) == 0) {
                    crowd.bucket.renew(random.nextInt(4) == 0 ? Allowance.UNLIMITED : randomLine(random, crowd.now));
                }
                int next = crowd.step();
                if (next >= 0 && !crowd.restedLongest(next)) {
                    for (int other = 0; other < crowd.threads; other++) {
                        boolean earlier = crowd.rests[other] && crowd.ticket[other] < crowd.ticket[next];
                        crowd.holds(!earlier || crowd.mayGoOn(other), "whoever has an earlier ticket may go on, too");
                    }
                }
            }
        });
    }

    @Test
    void accounts_areExactWhateverIsChargedAndHoweverTheAllowanceChanges() {
        seeded(CASES, random -> {
            long now = random.nextLong();
            Allowance first = random.nextBoolean() ? Allowance.UNLIMITED : randomLine(random, now);
            Crowd crowd = new Crowd(random, now, random.nextLong(1, 5 * SECOND), first);
            for (int i = 0; i < STEPS; i++) {
                if (random.nextInt(4) == 0) {
                    crowd.bucket.renew(random.nextBoolean() ? Allowance.UNLIMITED : randomLine(random, crowd.now));
                } else if (random.nextInt(8) == 0) {
                    long owed = random.nextInt(1 << 22);
                    crowd.bucket.settle(owed);
                    crowd.charged += owed;
                } else {
                    crowd.step();
                }
                crowd.holds(crowd.bucket.moved() == crowd.charged, "what was charged is counted");
                crowd.holds(crowd.bucket.transferred() == crowd.transferred, "what was transferred is counted");
                crowd.holds(crowd.bucket.resting() == crowd.resting(), "who rests is counted");
                crowd.holds(crowd.bucket.restedNanos() == crowd.restedNanos, "how long is counted");
            }
        });
    }

    @Test
    void rests_endWithTheirLongestWhateverTheDebt() {
        seeded(CASES, random -> {
            long now = random.nextLong();
            Allowance never = Allowance.of(now, -1 - random.nextInt(1 << 30), 1);
            Crowd crowd = new Crowd(random, now, random.nextLong(1, 5 * SECOND), never);
            for (int i = 0; i < STEPS; i++) {
                int next = crowd.step();
                if (next >= 0) {
                    long rested = crowd.now - crowd.since[next];
                    crowd.holds(rested <= crowd.longest, "nobody rests longer than is configured");
                    crowd.holds(rested == crowd.longest || crowd.tiny[next], "nobody goes on before its turn");
                }
            }
        });
    }

    @Test
    void lineOfAllowance_saysToTheNanosecondWhenATicketIsDueAndIsNeverMoreThanEitherOfTwo() {
        seeded(CASES, random -> {
            long now = random.nextLong();
            Allowance line =
                    Allowance.of(now - random.nextLong(SECOND), random.nextInt(1 << 30), random.nextLong(1, 1L << 40));
            Allowance other = random.nextInt(8) == 0 ? Allowance.UNLIMITED : randomLine(random, now);
            long ticket = (long) line.bytesAt(now) + random.nextInt(-(1 << 26), 1 << 26);
            long wait = line.nanosUntil(ticket, now);
            Allowance least = line.under(other, now);
            double rounding = 1e-3 + Math.abs(ticket) * 1e-12;
            holds(wait >= 0, "nobody waits for the past", line, other);
            holds(line.bytesAt(now + wait) >= ticket - rounding, "who waited may go on", line, other);
            holds(wait == 0 || line.bytesAt(now + wait - 1) < ticket + rounding, "nobody waits too long", line, other);
            holds(
                    least.bytesAt(now) == Math.min(line.bytesAt(now), other.bytesAt(now)),
                    "the less of both",
                    line,
                    other);
            long later = now + random.nextLong(4 * SECOND);
            double most = Math.min(line.bytesAt(later), other.bytesAt(later));
            holds(least.bytesAt(later) <= most + Math.abs(most) * 1e-12 + 1e-3, "the less of both later", line, other);
        });
    }

    @Test
    void configuredCapacity_goesOnWhereTheLineIsAndBoundsCreditAndDebt() {
        seeded(CASES, random -> {
            long now = random.nextLong();
            Allowance before = randomLine(random, now);
            TenantBucket bucket = bucket(before, now, SECOND);
            bucket.settle(random.nextLong() >>> random.nextInt(20, 64));
            Terms terms = Terms.of(
                    Tenant.DEFAULT,
                    1 + random.nextInt(100),
                    Rate.ZERO,
                    Rate.ofBytesPerSecond(1 + (random.nextLong() >>> random.nextInt(1, 63))));
            Rate capacity = Rate.ofBytesPerSecond(1 + (random.nextLong() >>> random.nextInt(20, 64)));
            TenantLoad load = new TenantLoad(bucket);
            new ConfiguredCapacity(capacity).pace(List.of(load), granted(terms), DiskUse.NONE, now);
            double rate = Math.min(capacity.bytesPerSecond(), terms.limit().bytesPerSecond());
            double ahead = bucket.allowance().bytesAt(now) - bucket.moved();
            double least = -Math.max(rate * 4, 128 << 10);
            double most = Math.max(rate / 4, 128 << 10);
            double rounding = 1 + 1e-9 * (Math.abs(ahead) + (double) bucket.moved() + rate);
            holds(ahead >= least - rounding, "debt is bounded", before, bucket.allowance());
            holds(ahead <= most + rounding, "credit is bounded", before, bucket.allowance());
            double old = before.bytesAt(now) - bucket.moved();
            boolean kept = old < least || old > most || Math.abs(old - ahead) <= rounding;
            holds(kept, "a new rate gives and takes no bytes", before, bucket.allowance());
        });
    }

    private static Grant granted(Terms terms) {
        return Grant.of("c", GrantVersion.of(1, 1), Tenant.DEFAULT, List.of(terms), TenantRules.NONE, List.of());
    }

    private static Allowance randomLine(SplittableRandom random, long now) {
        return Allowance.of(
                now - random.nextLong(SECOND),
                random.nextInt(-(1 << 24), 1 << 26),
                1 + (random.nextLong() >>> random.nextInt(24, 64)));
    }

    private static TenantBucket bucket(Allowance allowance, long now, long longest) {
        return new TenantBucket(
                Tenant.DEFAULT,
                new Gate(),
                () -> now,
                nanos -> {
                    throw new IllegalStateException("nobody blocks here");
                },
                PacingLimits.of(Duration.ofNanos(longest)),
                allowance);
    }

    private static void holds(boolean so, String promise, Allowance one, Allowance other) {
        if (!so) {
            throw new AssertionError("not so: " + promise + "; " + one + ", " + other);
        }
    }

    /** Threads of one tenant that send and rest, one event after the other. */
    private static final class Crowd {
        private final SplittableRandom random;
        private final TenantBucket bucket;
        private final long longest;
        private final int threads;
        private final long[] at;
        private final long[] ticket;
        private final long[] charge;
        private final long[] since;
        private final boolean[] rests;
        private final boolean[] tiny;
        private long now;
        private long charged;
        private long chargedToTiny;
        private long transferred;
        private long restedNanos;

        Crowd(SplittableRandom random, long now, long longest, Allowance allowance) {
            this.random = random;
            this.now = now;
            this.longest = longest;
            bucket = bucket(allowance, now, longest);
            threads = random.nextInt(1, 6);
            at = new long[threads];
            ticket = new long[threads];
            charge = new long[threads];
            since = new long[threads];
            rests = new boolean[threads];
            tiny = new boolean[threads];
            for (int i = 0; i < threads; i++) {
                at[i] = now + random.nextInt(1 << 20);
            }
        }

        /** The next event; returns who goes on with it, -1 if somebody begins or continues to rest. */
        int step() {
            int who = 0;
            for (int i = 1; i < threads; i++) {
                who = at[i] - at[who] < 0 ? i : who;
            }
            now = at[who];
            if (!rests[who]) {
                call(who);
            }
            long rest = tiny[who] ? 0 : bucket.restNanos(ticket[who], since[who], now);
            if (rest > 0) {
                if (!rests[who]) {
                    rests[who] = true;
                    bucket.beginRest();
                }
                at[who] = now + rest;
                return -1;
            }
            if (rests[who]) {
                rests[who] = false;
                bucket.endRest(since[who], now);
                restedNanos += now - since[who];
            }
            at[who] = now + random.nextInt(1 << 22);
            return who;
        }

        private void call(int who) {
            long bytes = random.nextInt(4) == 0 ? 1 + random.nextInt(511) : 512 + random.nextInt(65_025);
            int kind = random.nextInt(4);
            charge[who] = kind == 0 ? 0 : kind == 1 ? bytes / 100 : kind == 2 ? bytes : 2 * bytes;
            tiny[who] = bytes < TenantBucket.NEVER_REST_BELOW;
            since[who] = now;
            ticket[who] = bucket.charge(bytes, charge[who], now);
            charged += charge[who];
            transferred += bytes;
            chargedToTiny += tiny[who] ? charge[who] : 0;
        }

        double allowed() {
            return bucket.allowance().bytesAt(now);
        }

        boolean mayGoOn(int who) {
            return bucket.restNanos(ticket[who], since[who], now) <= 0;
        }

        boolean restedLongest(int who) {
            return tiny[who] || now - since[who] >= longest;
        }

        int resting() {
            int resting = 0;
            for (boolean rest : rests) {
                resting += rest ? 1 : 0;
            }
            return resting;
        }

        long chargedToResting() {
            long sum = 0;
            for (int i = 0; i < threads; i++) {
                sum += rests[i] ? charge[i] : 0;
            }
            return sum;
        }

        void holds(boolean so, String promise) {
            if (!so) {
                throw new AssertionError("not so: " + promise + "; after " + charged + " bytes at " + now);
            }
        }
    }
}
