package io.hdfsthrottle.coordinator.feature.credit;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.HandSetClock;
import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.feature.credit.Decision.Granted;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Stored;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens, credits that were paid were earned before and were paid once. Cases are drawn from seeds; {@code
 * -Dcredit.cases=1000000} tries more of them, {@code -Dcredit.seed=N} another.
 */
final class LedgerPropertyTest {
    private static final int CASES = Integer.getInteger("credit.cases", 10_000);
    private static final long SEED = Long.getLong("credit.seed", 20_261_125L);
    private static final List<Tenant> TENANTS = List.of(Tenant.named("a"), Tenant.named("b"));
    private static final List<Level> LEVELS = List.of(Level.values());
    private static final Set<Tenant> EVERYBODY = Set.copyOf(TENANTS);
    private static final long HOUR = 3_600;
    private static final long BEGIN = 490_000 * HOUR;
    private static final CreditSettings SETTINGS = CreditSettings.standard(true);

    /** What a ledger should be, kept as simply as possible: every amount that was earned, with its hour. */
    private static final class Model {
        private final Map<Tenant, List<long[]>> earned = new TreeMap<>();

        private List<long[]> of(Tenant tenant) {
            return earned.computeIfAbsent(tenant, first -> new ArrayList<>());
        }

        long balance(Tenant tenant, long slice) {
            of(tenant)
                    .removeIf(lot ->
                            slice >= (lot[0] + 1) * HOUR + SETTINGS.expiry().toSeconds());
            return of(tenant).stream().mapToLong(lot -> lot[1]).sum();
        }

        void earn(Tenant tenant, long slice, long amount) {
            long room = SETTINGS.most().thousandths() - balance(tenant, slice);
            of(tenant).add(new long[] {slice / HOUR, Math.min(amount, room)});
        }

        void pay(Tenant tenant, long price) {
            long due = price;
            for (long[] lot : of(tenant)) {
                long paid = Math.min(due, lot[1]);
                lot[1] -= paid;
                due -= paid;
            }
            assertThat(due).isZero();
        }
    }

    /** One case: a ledger that is written and read again at any time, and a model that is not. */
    private static void tryOne(SplittableRandom random) {
        Ledger ledger = Ledger.EMPTY;
        Model model = new Model();
        long slice = BEGIN + random.nextLong(HOUR);
        for (int step = 0; step < 24; step++) {
            Tenant tenant = TENANTS.get(random.nextInt(2));
            switch (random.nextInt(9)) {
                case 0 -> {
                    Level level = LEVELS.get(random.nextInt(3));
                    Duration time = Duration.ofSeconds(1 + random.nextInt(3 * (int) HOUR));
                    ledger = after(ledger, ledger.stepBack(tenant, level, time, slice, SETTINGS));
                }
                case 1 -> ledger = after(ledger, ledger.stepBackNoMore(tenant, random.nextBoolean(), slice, SETTINGS));
                case 2, 3 -> {
                    long slices = 1L + random.nextInt(70 * 60);
                    Decision decision = ledger.boost(tenant, slices, slice, SETTINGS);
                    if (decision instanceof Granted) {
                        model.pay(tenant, SETTINGS.price().times(slices).thousandths());
                    }
                    ledger = after(ledger, decision);
                }
                case 4 -> ledger = Stored.read(CreditBook.CREDITS, Stored.write(CreditBook.CREDITS, ledger));
                case 5 -> slice += random.nextLong(4 * HOUR);
                case 6 -> {
                    LocalTime from = LocalTime.of(random.nextInt(24), 0);
                    DailyTime time =
                            new DailyTime(LEVELS.get(random.nextInt(3)), from, from.plusHours(8), "Europe/Zurich");
                    ledger = after(ledger, ledger.stepBackDaily(tenant, time, slice, SETTINGS));
                }
                default -> {
                    // A crowd, so that a few slices buy a minute; sometimes the same slice twice.
                    for (int i = random.nextInt(20); i >= 0; i--) {
                        slice += random.nextInt(8) == 0 ? 0 : 1;
                        int active = 2 + random.nextInt(1_500);
                        boolean counted = slice <= ledger.counted();
                        Ledger next = ledger.after(
                                slice,
                                new Contention(Map.of(tenant, new Contention.Queue(1, active))),
                                EVERYBODY,
                                SETTINGS);
                        for (Tenant each : TENANTS) {
                            Level level = ledger.account(each)
                                    .yields(slice)
                                    .map(Account.Yield::level)
                                    .orElse(null);
                            if (!counted && level != null) {
                                long crowd = each.equals(tenant) ? active * 1_000L : 0;
                                model.earn(each, slice, crowd + 100L * level.count());
                            }
                        }
                        ledger = next;
                    }
                }
            }
            for (Tenant each : TENANTS) {
                assertThat(ledger.account(each)
                                .at(slice, SETTINGS.expiry())
                                .balance()
                                .thousandths())
                        .isEqualTo(model.balance(each, slice));
            }
        }
    }

    private static Ledger after(Ledger before, Decision decision) {
        return decision instanceof Granted granted ? granted.ledger() : before;
    }

    @Test
    void everyCredit_isPaidOnce_throughAnyOrderOfWishesSlicesAndRestarts() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < CASES; i++) {
            long seed = random.nextLong();
            try {
                tryOne(new SplittableRandom(seed));
            } catch (AssertionError | RuntimeException wrong) {
                throw new AssertionError("case " + i + " of seed " + SEED + ", seed " + seed, wrong);
            }
        }
    }

    /**
     * Four buyers at a time, and a store that now and then keeps nothing: what they bought is what was paid, also for
     * the next leader.
     */
    @Test
    void concurrentPurchases_neverSpendACreditTwice() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        ExecutorService buyers = Executors.newFixedThreadPool(4);
        try {
            for (int i = 0; i < CASES; i++) {
                long affordable = random.nextInt(6);
                Tenant tenant = TENANTS.get(0);
                MemoryStore store = new MemoryStore();
                HandSetClock clock = new HandSetClock(BEGIN);
                Credits begin = SETTINGS.price().times(60 * affordable).plus(Credits.of(random.nextInt(1_499)));
                Ledger rich =
                        new Ledger(Map.of(tenant, Account.EMPTY.earning(begin, BEGIN, SETTINGS.most())), BEGIN - 1);
                store.write(new Term(1, 0), "credits", Stored.write(CreditBook.CREDITS, rich));
                CreditBook book = new CreditBook(SETTINGS, store, clock, () -> {});
                book.open(new Term(1, 0));
                boolean refusing = random.nextInt(10) == 0;
                store.refuse(refusing ? NotStored.Reason.OUTCOME_UNKNOWN : null);

                List<Callable<Boolean>> purchases = new ArrayList<>();
                for (int buyer = 0; buyer < 4; buyer++) {
                    purchases.add(() -> {
                        try {
                            return book.boost(tenant, 60, false) instanceof Granted;
                        } catch (NotStored refused) {
                            return false;
                        }
                    });
                }
                long bought = 0;
                for (Future<Boolean> purchase : buyers.invokeAll(purchases)) {
                    bought += purchase.get() ? 1 : 0;
                }

                assertThat(bought).as("seed %d, case %d", SEED, i).isEqualTo(refusing ? 0 : Math.min(affordable, 4));
                Credits left = begin.minus(SETTINGS.price().times(60 * bought));
                assertThat(book.ledger()
                                .account(tenant)
                                .at(BEGIN, SETTINGS.expiry())
                                .balance())
                        .isEqualTo(left);
                CreditBook next = new CreditBook(SETTINGS, store, clock, () -> {});
                next.open(new Term(2, 1));
                assertThat(next.ledger()).isEqualTo(book.ledger());
            }
        } finally {
            buyers.shutdownNow();
        }
    }
}
