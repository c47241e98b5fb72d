package io.hdfsthrottle.coordinator.feature.appointment;

import io.hdfsthrottle.coordinator.feature.Factor;
import io.hdfsthrottle.coordinator.feature.Feature;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.feature.FeatureContext.Core;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Appointments (paper D): an application says how much it will read until when, and is told when to begin. */
public final class AppointmentFeature implements Feature {
    /** No slice of a second is left out. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

    @Override
    public Map<String, String> defaults() {
        return Map.of(
                "appointment", "off",
                "appointment.at.once", "1",
                "appointment.share", "0.5",
                "appointment.longest", "1m",
                "appointment.most", "64",
                "appointment.most.of.one", "4",
                "appointment.weight.most", "8",
                "appointment.weight.after", "0.5",
                "appointment.forget.after", "10m");
    }

    @Override
    public Part configured(SettingsReader reader) {
        AppointmentSettings settings = settings(reader);
        return context -> join(settings, context);
    }

    static AppointmentSettings settings(SettingsReader reader) {
        return new AppointmentSettings(
                reader.isOn("appointment"),
                reader.upTo("appointment.at.once", 64),
                reader.decimal("appointment.share", 0.01, AppointmentSettings.MOST_SHARE),
                reader.duration("appointment.longest", Duration.ofSeconds(1), Duration.ofHours(1), "1m"),
                reader.upTo("appointment.most", AppointmentSettings.LARGEST_QUEUE),
                reader.upTo("appointment.most.of.one", AppointmentSettings.LARGEST_QUEUE),
                reader.decimal("appointment.weight.most", 1, 100),
                reader.decimal("appointment.weight.after", 0.1, 1),
                reader.duration("appointment.forget.after", Duration.ofSeconds(1), Duration.ofHours(24), "10m"));
    }

    private static void join(AppointmentSettings settings, FeatureContext context) {
        Core core = context.core();
        Promised factor = new Promised();
        AppointmentBook book = new AppointmentBook(
                settings, core.store(), core.clock(), () -> load(factor, context), core.weighAnew());
        factor.book = book;
        context.routes(new AppointmentRoutes(book, core.registrations(), core.audit()));
        context.gauge("appointments.waiting", "Appointments that wait", book::waiting);
        context.gauge("appointments.begun", "Appointments that have begun", book::begun);
        if (settings.on()) {
            context.inTerm(book::open, book::close);
            context.weighs(factor);
            context.every(
                    LOOK_AGAIN,
                    "appointments",
                    () -> book.go(id -> core.applications().application(id).isPresent()));
        }
    }

    /** The capacity and use of disks, now and as forecast, by the weights that tenants have without appointments. */
    private static Load load(Factor own, FeatureContext context) {
        Core core = context.core();
        ToDoubleFunction<Tenant> others = context.weightWithout(own);
        return Load.of(core.demand(), tenant -> core.priority(tenant) * others.applyAsDouble(tenant))
                .lasting(context.expectation().lasting())
                .coming(context.expectation().coming());
    }

    private static final class Promised implements Factor {
        private AppointmentBook book;

        @Override
        public String name() {
            return "appointment";
        }

        @Override
        public Map<Tenant, Double> factors(long nanos) {
            return book.factors();
        }

        @Override
        public String why(Tenant tenant) {
            return book.why(tenant);
        }
    }
}
