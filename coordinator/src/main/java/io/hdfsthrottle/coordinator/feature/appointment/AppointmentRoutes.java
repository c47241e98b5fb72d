package io.hdfsthrottle.coordinator.feature.appointment;

import io.hdfsthrottle.coordinator.api.Answers;
import io.hdfsthrottle.coordinator.api.Gate;
import io.hdfsthrottle.coordinator.api.Needs;
import io.hdfsthrottle.coordinator.api.Page;
import io.hdfsthrottle.coordinator.api.Problem;
import io.hdfsthrottle.coordinator.api.RequestBody;
import io.hdfsthrottle.coordinator.api.Routes;
import io.hdfsthrottle.coordinator.application.Application;
import io.hdfsthrottle.coordinator.application.Registrations;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.feature.appointment.Decision.Made;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.AppTag;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * REST endpoints {@code /v1/appointments}: applications make appointments for I/O, wait for callbacks and end appointments;
 * users query them.
 */
record AppointmentRoutes(AppointmentBook appointments, Registrations registrations, AuditTrail audit)
        implements Routes {
    private static final long LONGEST_WAIT_SECONDS = 60;

    private record AppointmentsAnswer(boolean on, List<AppointmentState> appointments, String next) {}

    private record MadeAnswer(
            long appointment,
            String application,
            String tenant,
            long bytes,
            String answer,
            long startSeconds,
            long lengthSeconds,
            long bytesPerSecond) {
        static MadeAnswer of(Made made) {
            Appointment appointment = made.appointment();
            return new MadeAnswer(
                    appointment.id(),
                    appointment.application(),
                    appointment.tenant().name(),
                    appointment.bytes(),
                    made.answer(),
                    made.slices(),
                    appointment.length(),
                    Math.round(appointment.rate()));
        }
    }

    /** The answer to a waiting caller; the owner is shown to users only. */
    private record StateAnswer(long appointment, String state, long startSeconds) {}

    @Override
    public void addTo(RoutesConfig routes, Executor answering) {
        routes.get("/v1/appointments", this::list, Needs.VIEW);
        routes.post("/v1/appointments", this::make, Needs.REGISTER);
        routes.get("/v1/appointments/{appointment}", context -> await(context, answering), Needs.REGISTER);
        routes.delete("/v1/appointments/{appointment}", this::end, Needs.REGISTER);
    }

    private void list(Context context) {
        Page<AppointmentState> page =
                Page.of(context, appointments.standings(), state -> Page.key(state.appointment()));
        Answers.json(
                context, 200, new AppointmentsAnswer(appointments.settings().on(), page.items(), page.next()));
    }

    private void make(Context context) {
        RequestBody body = RequestBody.of(
                context, "application", "secret", "bytes", "deadlineSeconds", "patienceSeconds", "callback", "nodes");
        String id = body.text("application");
        if (!AppTag.isApplication(id)) {
            throw new InvalidInput("application", id, AppTag.APPLICATION_RULE);
        }
        Application application = spokenFor(context, id, Optional.ofNullable(body.optionalText("secret")))
                .orElseThrow(() ->
                        Problem.notFound("There is no living application " + id + "; it has to register (again)"));
        AppointmentRequest wish = AppointmentRequest.of(
                        id,
                        registrations.tenantOf(application),
                        body.count("bytes", "a whole number from 1 to " + AppointmentRequest.MOST_BYTES),
                        body.seconds("deadlineSeconds", AppointmentRequest.LONGEST),
                        body.optionalSeconds("patienceSeconds", AppointmentRequest.LONGEST),
                        body.flag("callback"))
                .from(body.texts("nodes", "a list of names of DataNodes").orElse(List.of()));
        Decision decision = appointments.request(wish, Answers.dryRun(context));
        if (decision instanceof Decision.Refused refused) {
            throw Problem.conflict(
                    "no-appointment",
                    "There is no appointment",
                    refused.sentence(),
                    Map.of("reason", refused.reason().name().toLowerCase(Locale.ROOT)));
        }
        if (decision instanceof Made made) {
            if (!Answers.dryRun(context)) {
                audit.ofApplication(
                        Gate.origin(context),
                        "appointment.made",
                        id,
                        wish.bytes() + " bytes within " + wish.deadline().toSeconds() + " s: " + made.answer());
            }
            Answers.json(context, 201, MadeAnswer.of(made));
        }
    }

    private Optional<Application> spokenFor(Context context, String id, Optional<String> secret) {
        return registrations.spokenFor(id, secret, Gate.of(context));
    }

    private void await(Context context, Executor answering) {
        long appointment = appointment(context);
        AppointmentState known = appointments.standing(appointment).orElseThrow(() -> unknown(appointment));
        Duration patience = Duration.ofSeconds(Answers.count(context, "waitSeconds", 0, LONGEST_WAIT_SECONDS));
        CompletableFuture<Optional<Boolean>> news = appointments.awaitNews(appointment, patience);
        if (!news.isDone()) {
            Gate.await(context, "appointment " + known.appointment(), news);
        }
        context.future(() -> news.thenAcceptAsync(told -> answer(context, appointment), answering));
    }

    private void answer(Context context, long appointment) {
        AppointmentState now = appointments.standing(appointment).orElseThrow(() -> unknown(appointment));
        Answers.json(context, 200, new StateAnswer(appointment, now.state(), now.startSeconds()));
    }

    private void end(Context context) {
        long appointment = appointment(context);
        Optional<String> secret = RequestBody.given(context, "secret").map(body -> body.text("secret"));
        AppointmentState known = appointments.standing(appointment).orElseThrow(() -> unknown(appointment));
        spokenFor(context, known.application(), secret);
        if (!Answers.dryRun(context)) {
            appointments.end(appointment);
            audit.ofApplication(
                    Gate.origin(context), "appointment.ended", known.application(), "appointment " + appointment);
        }
        context.status(204);
    }

    private static long appointment(Context context) {
        String written = context.pathParam("appointment");
        if (!written.matches("[1-9][0-9]{0,17}")) {
            throw new InvalidInput("appointment", written, "the number of an appointment");
        }
        return Long.parseLong(written);
    }

    private static Problem unknown(long appointment) {
        return Problem.notFound("There is no appointment " + appointment + ", or it is over");
    }
}
