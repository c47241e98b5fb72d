package io.hdfsthrottle.coordinator.feature.appointment;

import io.hdfsthrottle.coordinator.feature.appointment.Decision.Made;
import io.hdfsthrottle.coordinator.feature.appointment.Decision.Reason;
import io.hdfsthrottle.coordinator.feature.appointment.Decision.Refused;
import io.hdfsthrottle.identity.Tenant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * All appointments, and the debts of tenants from past ones. Requests, ends and slices each make a new calendar. No
 * appointment begins later than promised: if there is no gap before that, it overlaps others. Immutable, pure.
 *
 * @param appointments in the order of requests
 * @param debts by tenant
 * @param next the number of the next appointment
 * @param counted the last slice that was counted
 */
public record Calendar(List<Appointment> appointments, Map<Tenant, Debt> debts, long next, long counted) {
    public static final Calendar EMPTY = new Calendar(List.of(), Map.of(), 1, 0);

    /** Maximum number of missed slices that are counted as if they had been like this one. */
    private static final long MOST_MISSED = 5;

    /** Number of slices until nodes have reported an application that began to read. */
    private static final long SEEN = 3;

    /** Longer than any deadline, in slices. */
    private static final double FOREVER = 1e15;

    public Calendar {
        appointments = List.copyOf(appointments);
        debts = Collections.unmodifiableMap(new TreeMap<>(debts));
    }

    public Optional<Appointment> appointment(long id) {
        return appointments.stream().filter(each -> each.id() == id).findFirst();
    }

    boolean isEmpty() {
        return appointments.isEmpty() && debts.isEmpty();
    }

    public Decision request(AppointmentRequest wish, long slice, Load load, AppointmentSettings settings) {
        if (!settings.on()) {
            return new Refused(Reason.OFF, "appointments are off; set appointment = on in the coordinator's settings");
        }
        List<Appointment> open =
                appointments.stream().filter(each -> !each.isOver(slice)).toList();
        long own = open.stream()
                .filter(each -> each.application().equals(wish.application()))
                .count();
        if (own >= settings.mostOfOne()) {
            return new Refused(
                    Reason.MANY,
                    wish.application() + " has " + own + " appointments, as many as appointment.most.of.one allows");
        }
        if (open.size() >= settings.most()) {
            return new Refused(
                    Reason.FULL,
                    "there are " + open.size() + " appointments, as many as appointment.most allows; ask later");
        }
        if (!load.knowsAny(wish.nodes())) {
            return new Refused(
                    Reason.UNKNOWN,
                    "no DataNode of these names reports: " + String.join(", ", wish.nodes())
                            + "; GET /v1/nodes has the names, or leave nodes out for any");
        }
        Appointment made = appointment(wish, slice, load, open, settings);
        List<Appointment> more = new ArrayList<>(open);
        more.add(made);
        long slices = made.begun() ? 0 : (made.callback() ? made.latest() : made.start()) - slice;
        long seen = isEmpty() ? slice : counted;
        return new Made(new Calendar(more, debts, next + 1, seen), made, slices);
    }

    private Appointment appointment(
            AppointmentRequest wish, long slice, Load all, List<Appointment> every, AppointmentSettings settings) {
        Load load = all.on(wish.nodes());
        List<Appointment> open = meeting(wish.nodes(), every);
        double usual = settings.share() * load.capacity();
        double needed = (double) wish.bytes() / wish.deadline().toSeconds();
        double rate = Math.min(Math.max(usual, needed), AppointmentSettings.MOST_SHARE * load.capacity());
        long longest = settings.longest().toSeconds();
        long length = rate == 0 ? 1 : (long) Math.max(1, Math.min((double) longest, Math.ceil(wish.bytes() / rate)));
        // A read longer than an appointment continues without one: the deadline must leave time for that, too.
        long whole = rate == 0 ? 1 : (long) Math.min(FOREVER, Math.ceil(wish.bytes() / rate));
        long spare =
                Math.min(wish.deadline().toSeconds() - whole, wish.patience().toSeconds());
        long latest = slice + Math.max(0, spare);
        // Others that wait finish first, if that is soon; who is to begin gets what it is promised by its weight.
        long busy = roomIn(load, rate, wish.tenant(), open).orElse(Math.min(length, Load.HORIZON));
        long start = free(slice + busy, latest, length, open, slice, settings);
        return new Appointment(
                next,
                wish.application(),
                wish.tenant(),
                wish.bytes(),
                slice,
                start,
                latest,
                length,
                rate,
                wish.callback(),
                start == slice,
                0,
                wish.nodes());
    }

    private static List<Appointment> meeting(Set<String> nodes, List<Appointment> all) {
        return all.stream().filter(each -> each.meets(nodes)).toList();
    }

    /**
     * In how many slices the disks have room beside tenants without appointments there: those with one have their time
     * in this calendar.
     */
    private static OptionalLong roomIn(Load load, double rate, Tenant own, List<Appointment> open) {
        Set<Tenant> begun = open.stream()
                .filter(Appointment::begun)
                .map(Appointment::tenant)
                .collect(Collectors.toSet());
        return load.roomIn(rate, tenant -> tenant.equals(own) || begun.contains(tenant));
    }

    /** The first slice from which that length fits, or the latest. */
    private static long free(
            long from, long latest, long length, List<Appointment> open, long slice, AppointmentSettings settings) {
        return LongStream.concat(
                        LongStream.of(from),
                        open.stream().mapToLong(each -> each.begun() ? Math.max(each.end(), slice + 1) : each.end()))
                .filter(each -> each >= from && each < latest)
                .sorted()
                .filter(start -> within(start, start + length, open, slice) < settings.atOnce())
                .findFirst()
                .orElse(latest);
    }

    private static long within(long from, long until, List<Appointment> open, long slice) {
        return open.stream().filter(each -> each.isWithin(from, until, slice)).count();
    }

    /** The calendar without that appointment: it is over or cancelled. */
    public Calendar without(long id) {
        return new Calendar(
                appointments.stream().filter(each -> each.id() != id).toList(), debts, next, counted);
    }

    /**
     * The calendar in a slice; the same object if that slice was counted before. Begins the appointments that are due,
     * and those that wait for a callback if there is room, beside tenants without appointments, too, or their planned
     * time has come, or no tenant waits for a disk.
     *
     * @param alive whether an application is alive; appointments of others are over
     */
    public Calendar at(long slice, Load load, Predicate<String> alive, AppointmentSettings settings) {
        if (slice <= counted) {
            // Waiting applications begin by themselves in time: a clock that was set back promises nothing.
            return slice < counted - MOST_MISSED ? new Calendar(List.of(), Map.of(), next, slice) : this;
        }
        long passed = counted == 0 ? 1 : Math.min(slice - counted, MOST_MISSED);
        List<Appointment> open = new ArrayList<>();
        for (Appointment each : appointments) {
            Appointment now = each.begun()
                    ? each.getting(
                            passed * load.on(each.nodes()).of(each.tenant()).rate() / sharers(each, appointments))
                    : each;
            if (!now.isOver(slice) && alive.test(now.application())) {
                open.add(!now.begun() && !now.callback() && now.start() <= slice ? now.begin(now.start()) : now);
            }
        }
        call(open, slice, load, settings);
        return new Calendar(open, debts(open, slice, passed, load, settings), next, slice);
    }

    /** Begins those that wait for a callback, the most urgent first. */
    private static void call(List<Appointment> open, long slice, Load load, AppointmentSettings settings) {
        List<Appointment> waiting = open.stream()
                .filter(each -> !each.begun() && each.callback())
                .sorted(Comparator.comparingLong(Appointment::latest).thenComparingLong(Appointment::id))
                .toList();
        // An application that has just begun is not reported yet.
        for (Appointment each : waiting) {
            Load there = load.on(each.nodes());
            List<Appointment> meeting = meeting(each.nodes(), open);
            boolean idle = !there.anybodyWaits()
                    && meeting.stream().noneMatch(other -> other.begun() && other.start() > slice - SEEN);
            List<Appointment> certain = meeting.stream()
                    .filter(other -> other.begun() || !other.callback())
                    .toList();
            boolean room = within(slice, slice + each.length(), certain, slice) < settings.atOnce();
            boolean calm = slice >= each.start()
                    || roomIn(there, each.rate(), each.tenant(), meeting).orElse(1) == 0;
            if (each.latest() <= slice || (room && calm) || idle) {
                open.set(open.indexOf(each), each.begin(Math.min(slice, each.latest())));
            }
        }
    }

    private Map<Tenant, Debt> debts(
            List<Appointment> open, long slice, long passed, Load load, AppointmentSettings settings) {
        Map<Tenant, Debt> after = new TreeMap<>();
        debts.forEach((tenant, debt) -> {
            Load.Use use = load.of(tenant);
            double returned = use.waits() ? Math.max(0, use.fair() - use.contested()) * passed : 0;
            after.put(tenant, new Debt(Math.max(0, debt.bytes() - returned), debt.until()));
        });
        // Its weight holds on all nodes, whichever an appointment is for, and so does what it got beyond its share.
        open.stream()
                .filter(Appointment::begun)
                .map(Appointment::tenant)
                .distinct()
                .forEach(tenant -> {
                    Load.Use use = load.of(tenant);
                    double beyond = Math.max(0, use.contested() - use.fair()) * passed;
                    Debt before = after.getOrDefault(tenant, new Debt(0, 0));
                    after.put(
                            tenant,
                            new Debt(
                                    before.bytes() + beyond,
                                    slice + settings.forgotten().toSeconds()));
                });
        after.values().removeIf(debt -> debt.isNothing(slice));
        return after;
    }

    /** How many appointments, itself included, what its tenant gets there is for. */
    private static long sharers(Appointment appointment, List<Appointment> all) {
        return meeting(appointment.nodes(), all).stream()
                .filter(each -> each.begun() && each.tenant().equals(appointment.tenant()))
                .count();
    }
}
