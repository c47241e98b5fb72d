package io.hdfsthrottle.coordinator.feature.appointment;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.feature.appointment.Decision.Made;
import io.hdfsthrottle.coordinator.feature.appointment.Decision.Refused;
import io.hdfsthrottle.coordinator.state.Stored;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Whatever is asked for, ended, missed and restarted: no appointment begins after it was promised, and none is promised
 * after its deadline or beyond the application's patience. Cases are drawn from seeds; {@code -Dappointment.cases=1000000}
 * tries more of them, {@code -Dappointment.seed=N} another.
 */
final class CalendarPropertyTest {
    private static final int CASES = Integer.getInteger("appointment.cases", 10_000);
    private static final long SEED = Long.getLong("appointment.seed", 20_261_126L);
    private static final long BEGIN = 490_000L * 3_600;
    private static final List<Tenant> TENANTS = List.of(Tenant.named("a"), Tenant.named("b"), Tenant.named("c"));
    private static final List<Set<String>> NODES =
            List.of(Set.of(), Set.of("dn1"), Set.of("dn2"), Set.of("dn1", "dn2"), Set.of("dn2", "gone"));
    private static final double MB = 1e6;

    @Test
    void noAppointment_beginsAfterItsDeadline_throughAnyOrderOfWishesEndsSlicesAndRestarts() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < CASES; i++) {
            long seed = random.nextLong();
            try {
                new Case(new SplittableRandom(seed)).tryOne();
            } catch (AssertionError | RuntimeException wrong) {
                throw new AssertionError("case " + i + " of seed " + SEED + ", seed " + seed, wrong);
            }
        }
    }

    /** One case: a calendar, its settings, and what was told of it. */
    private static final class Case {
        private final SplittableRandom random;
        private final AppointmentSettings settings;
        private final Map<Long, Made> told = new HashMap<>();
        private Calendar calendar = Calendar.EMPTY;
        private long slice = BEGIN;

        Case(SplittableRandom random) {
            this.random = random;
            this.settings = new AppointmentSettings(
                    true,
                    1 + random.nextInt(3),
                    0.1 + 0.8 * random.nextDouble(),
                    Duration.ofSeconds(1 + random.nextInt(60)),
                    1 + random.nextInt(8),
                    1 + random.nextInt(4),
                    1 + 20 * random.nextDouble(),
                    0.1 + 0.9 * random.nextDouble(),
                    Duration.ofSeconds(1 + random.nextInt(100)));
        }

        void tryOne() {
            for (int step = 0; step < 24; step++) {
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> ask();
                    case 3 -> calendar = calendar.without(1 + random.nextLong(calendar.next()));
                    case 4 ->
                        calendar = Stored.read(
                                AppointmentBook.APPOINTMENTS, Stored.write(AppointmentBook.APPOINTMENTS, calendar));
                    default -> goOn(random.nextInt(10) == 0 ? random.nextInt(200) : random.nextInt(4));
                }
            }
            // No starvation: once every promised time has passed, no appointment waits.
            goOn((int) AppointmentRequest.LONGEST.toSeconds());
            assertThat(calendar.appointments()).noneMatch(each -> !each.begun());
        }

        private void ask() {
            String application = "app-" + random.nextInt(4);
            Tenant tenant = TENANTS.get(random.nextInt(TENANTS.size()));
            long bytes = 1 + random.nextLong(1L << (1 + random.nextInt(45)));
            long deadline = 1L + random.nextInt(random.nextBoolean() ? 20 : 300);
            long patience = random.nextBoolean() ? deadline : 1L + random.nextInt(60);
            Load load = load();
            Decision decision = calendar.request(
                    new AppointmentRequest(
                            application,
                            tenant,
                            bytes,
                            Duration.ofSeconds(deadline),
                            Duration.ofSeconds(patience),
                            random.nextBoolean(),
                            NODES.get(random.nextInt(NODES.size()))),
                    slice,
                    load,
                    settings);
            if (decision instanceof Refused) {
                long own = calendar.appointments().stream()
                        .filter(each -> each.application().equals(application))
                        .count();
                assertThat(own >= settings.mostOfOne()
                                || calendar.appointments().size() >= settings.most())
                        .isTrue();
            }
            if (decision instanceof Made made) {
                assertThat(made.slices()).isBetween(0L, Math.min(deadline, patience));
                double takes = made.appointment().rate() == 0
                        ? 1
                        : Math.ceil(bytes / made.appointment().rate());
                assertThat(made.slices() == 0 || made.slices() + takes <= deadline)
                        .as("it is read by its deadline, or begins at once")
                        .isTrue();
                assertThat(made.appointment().rate())
                        .isLessThanOrEqualTo(AppointmentSettings.MOST_SHARE * load.capacity());
                told.put(made.appointment().id(), made);
                calendar = made.calendar();
                assertThat(calendar.appointments()).hasSizeLessThanOrEqualTo(settings.most());
            }
        }

        private void goOn(int slices) {
            slice += slices;
            Load load = load();
            Set<String> dead = random.nextInt(8) == 0 ? Set.of("app-0") : Set.of();
            calendar = calendar.at(slice, load, application -> !dead.contains(application), settings);
            Set<Tenant> concerned = new TreeSet<>(calendar.debts().keySet());
            for (Appointment each : calendar.appointments()) {
                Made promise = told.get(each.id());
                long latest = promise.appointment().asked() + promise.slices();
                if (each.begun()) {
                    concerned.add(each.tenant());
                    assertThat(each.start()).isLessThanOrEqualTo(latest);
                } else {
                    assertThat(slice).as("it waits in slice").isLessThan(latest);
                }
                if (calendar.counted() == slice) {
                    assertThat(each.isOver(slice)).isFalse();
                }
            }
            assertThat(AppointmentFactors.factors(calendar, load, slice, settings))
                    .allSatisfy((tenant, factor) -> {
                        assertThat(concerned).contains(tenant);
                        assertThat(factor).isBetween(settings.afterwards(), settings.mostWeight());
                    });
            assertThat(calendar.debts().values()).noneMatch(debt -> debt.isNothing(slice) || debt.bytes() < 0);
        }

        private Load load() {
            Map<Tenant, Load.Use> uses = new TreeMap<>();
            for (Tenant tenant : TENANTS) {
                if (random.nextBoolean()) {
                    double rate = random.nextInt(200) * MB;
                    uses.put(
                            tenant,
                            new Load.Use(
                                    1 + random.nextInt(10),
                                    rate,
                                    rate * random.nextDouble(),
                                    random.nextInt(100) * MB,
                                    random.nextBoolean()));
                }
            }
            return random.nextBoolean()
                    ? new Load(random.nextInt(5) == 0 ? 0 : (1 + random.nextInt(1_000)) * MB, uses)
                    : Load.of(demand(), tenant -> 1 + tenant.name().length());
        }

        /** Two nodes of one disk each, of which any number answers. */
        private ClusterDemand demand() {
            List<NodeDemand> nodes = new ArrayList<>();
            for (String node : List.of("dn1", "dn2")) {
                List<TenantUsage> usages = new ArrayList<>();
                for (Tenant tenant : TENANTS) {
                    usages.add(TenantUsage.of(
                            tenant,
                            1,
                            0,
                            Rate.ofBytesPerSecond(random.nextInt(200_000_000)),
                            Rate.ZERO,
                            random.nextBoolean(),
                            Duration.ZERO));
                }
                VolumeUsage disk = VolumeUsage.of("v", Rate.ofBytesPerSecond(random.nextInt(1_000_000_000)), usages);
                nodes.add(
                        new NodeDemand(node, Duration.ZERO, random.nextInt(5) > 0, NodeDemand.NOTHING, List.of(disk)));
            }
            return ClusterDemand.of(nodes);
        }
    }
}
