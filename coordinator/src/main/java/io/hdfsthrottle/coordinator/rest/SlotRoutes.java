package io.hdfsthrottle.coordinator.rest;

import io.hdfsthrottle.coordinator.app.Application;
import io.hdfsthrottle.coordinator.app.Registrations;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.slot.Appointment;
import io.hdfsthrottle.coordinator.slot.AppointmentRequest;
import io.hdfsthrottle.coordinator.slot.AppointmentState;
import io.hdfsthrottle.coordinator.slot.Decision;
import io.hdfsthrottle.coordinator.slot.Decision.Made;
import io.hdfsthrottle.coordinator.slot.SlotBook;
import io.hdfsthrottle.identity.AppTag;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * REST endpoints {@code /v1/slots}: applications make appointments for I/O, wait for callbacks and end appointments;
 * users query them.
 */
final class SlotRoutes {
    private static final long LONGEST_WAIT_SECONDS = 60;

    private final SlotBook slots;
    private final Registrations registrations;
    private final AuditTrail audit;
    private final Executor answering;

    /** @param answering writes the answers of waiting requests */
    SlotRoutes(SlotBook slots, Registrations registrations, AuditTrail audit, Executor answering) {
        this.slots = slots;
        this.registrations = registrations;
        this.audit = audit;
        this.answering = answering;
    }

    private record SlotsAnswer(boolean on, List<AppointmentState> slots) {}

    private record MadeAnswer(
            long slot,
            String application,
            String tenant,
            long bytes,
            String answer,
            long slices,
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
    private record StateAnswer(long slot, String state, long slices) {}

    void addTo(RoutesConfig routes) {
        routes.get("/v1/slots", this::list, Needs.VIEW);
        routes.post("/v1/slots", this::make, Needs.REGISTER);
        routes.get("/v1/slots/{slot}", this::await, Needs.REGISTER);
        routes.delete("/v1/slots/{slot}", this::end, Needs.REGISTER);
    }

    private void list(Context context) {
        Answers.json(context, 200, new SlotsAnswer(slots.settings().on(), slots.standings()));
    }

    private void make(Context context) {
        RequestBody body =
                RequestBody.of(context, "application", "secret", "bytes", "deadline", "patience", "callback");
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
                body.text("deadline"),
                body.optionalText("patience"),
                body.flag("callback"));
        Decision decision = slots.request(wish, Answers.dryRun(context));
        if (decision instanceof Decision.Refused refused) {
            throw Problem.noSlot(refused.reason().name().toLowerCase(Locale.ROOT), refused.sentence());
        }
        if (decision instanceof Made made) {
            if (!Answers.dryRun(context)) {
                audit.slot(
                        Gate.origin(context),
                        "slot.made",
                        id,
                        wish.bytes() + " bytes within " + wish.deadline().toSeconds() + " s: " + made.answer());
            }
            Answers.json(context, 201, MadeAnswer.of(made));
        }
    }

    private Optional<Application> spokenFor(Context context, String id, Optional<String> secret) {
        return registrations.spokenFor(id, secret, Gate.of(context));
    }

    private void await(Context context) {
        long slot = slot(context);
        AppointmentState known = slots.standing(slot).orElseThrow(() -> unknown(slot));
        Duration patience = Duration.ofSeconds(Answers.count(context, "waitSeconds", 0, LONGEST_WAIT_SECONDS));
        CompletableFuture<Optional<Boolean>> news = slots.awaitNews(slot, patience);
        if (!news.isDone()) {
            NodeRoutes.waits(context, "slot " + known.slot(), news);
        }
        context.future(() -> news.thenAcceptAsync(told -> answer(context, slot), answering));
    }

    private void answer(Context context, long slot) {
        AppointmentState now = slots.standing(slot).orElseThrow(() -> unknown(slot));
        Answers.json(context, 200, new StateAnswer(slot, now.state(), now.startSeconds()));
    }

    private void end(Context context) {
        long slot = slot(context);
        Optional<String> secret = RequestBody.given(context, "secret").map(body -> body.text("secret"));
        AppointmentState known = slots.standing(slot).orElseThrow(() -> unknown(slot));
        Optional<Application> unused = spokenFor(context, known.application(), secret);
        if (!Answers.dryRun(context)) {
            slots.end(slot);
            audit.slot(Gate.origin(context), "slot.ended", known.application(), "slot " + slot);
        }
        context.status(204);
    }

    private static long slot(Context context) {
        String written = context.pathParam("slot");
        if (!written.matches("[1-9][0-9]{0,17}")) {
            throw new InvalidInput("slot", written, "the number of an appointment");
        }
        return Long.parseLong(written);
    }

    private static Problem unknown(long slot) {
        return Problem.notFound("There is no appointment " + slot + ", or it is over");
    }
}
