package io.hdfsthrottle.coordinator.app;

import io.hdfsthrottle.coordinator.offer.Mode;
import io.hdfsthrottle.coordinator.offer.ReservationRequest;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.part.PartTermsJson;
import io.hdfsthrottle.unit.Rate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Format in which the living applications of one shard are kept: JSON with a format number. Tags are never kept, but
 * created anew.
 */
final class ApplicationSnapshot {
    /**
     * The format of coordinators that kept all applications in one znode: the same applications without registrants.
     */
    static final int UNSHARDED = 1;

    private ApplicationSnapshot() {}

    static byte[] write(Sharding sharding, Collection<Application> applications) {
        List<Object> entries = new ArrayList<>();
        for (Application application : applications) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("application", application.id());
            entry.put("name", application.name());
            entry.put("user", application.user());
            entry.put("claims", application.claims().map(Tenant::name).orElse(null));
            entry.put("notBefore", application.notBefore());
            entry.put("userVerified", application.userVerified());
            entry.put("claimVerified", application.claimVerified());
            entry.put("registrant", application.registrant());
            if (application.tells() != Level.APPLICATION) {
                entry.put("tells", application.tells().label());
            }
            if (!application.terms().equals(PartTerms.NONE)) {
                entry.put("terms", PartTermsJson.write(application.terms()));
            }
            if (!application.ask().equals(ReservationRequest.NONE)) {
                entry.put("ask", write(application.ask()));
            }
            entries.add(entry);
        }
        Map<String, Object> snapshot = new LinkedHashMap<>();
        snapshot.put("format", Sharding.FORMAT);
        snapshot.put("of", sharding.mark());
        snapshot.put("applications", entries);
        return JsonObject.write(snapshot).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads the applications of one shard; none where another sharding left them behind.
     *
     * @throws IllegalStateException if this coordinator does not understand it: it must not lead then
     */
    static List<Application> read(Sharding sharding, byte[] written) {
        return read(written, Sharding.FORMAT, Optional.of(sharding.mark()));
    }

    /**
     * Reads all applications as they were kept in one znode.
     *
     * @throws IllegalStateException if this coordinator does not understand it: it must not lead then
     */
    static List<Application> readUnsharded(byte[] written) {
        return read(written, UNSHARDED, Optional.empty());
    }

    private static List<Application> read(byte[] written, int format, Optional<String> mark) {
        try {
            JsonObject snapshot = JsonObject.parse(new String(written, StandardCharsets.UTF_8));
            if (snapshot.count("format") != format) {
                throw new IllegalStateException("the applications in ZooKeeper have format " + snapshot.count("format")
                        + "; this coordinator reads format " + format + " there");
            }
            if (!snapshot.optionalText("of").equals(mark)) {
                return List.of();
            }
            List<Application> applications = new ArrayList<>();
            for (JsonObject entry : snapshot.objects("applications", ApplicationTable.MOST)) {
                applications.add(read(entry));
            }
            return applications;
        } catch (MalformedJsonException | InvalidInput | IllegalArgumentException broken) {
            throw new IllegalStateException(
                    "the applications in ZooKeeper cannot be read: " + broken.getMessage(), broken);
        }
    }

    private static Application read(JsonObject entry) throws MalformedJsonException {
        Level tells = entry.optionalText("tells").flatMap(Level::unit).orElse(Level.APPLICATION);
        return Application.registering(
                        entry.text("application"),
                        entry.text("name"),
                        entry.text("user"),
                        entry.optionalText("claims").orElse(null),
                        entry.count("notBefore"))
                .verified(entry.optionalFlag("userVerified"), entry.optionalFlag("claimVerified"))
                .registeredBy(entry.optionalText("registrant").orElse(""))
                .telling(PartTerms.of(tells, Rate.ZERO, Rate.UNLIMITED))
                .on(PartTermsJson.readIn(entry, "terms"))
                .asking(readAsk(entry.optionalObject("ask")));
    }

    private static Map<String, Object> write(ReservationRequest ask) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("mode", ask.mode().label());
        entry.put("nodes", ask.nodes());
        ask.waitsFor().ifPresent(rate -> entry.put("waitsFor", rate.bytesPerSecond()));
        entry.put("since", ask.since());
        return entry;
    }

    private static ReservationRequest readAsk(Optional<JsonObject> kept) throws MalformedJsonException {
        if (kept.isEmpty()) {
            return ReservationRequest.NONE;
        }
        JsonObject entry = kept.get();
        return new ReservationRequest(
                Mode.labelled(entry.text("mode")).orElse(Mode.IGNORE),
                entry.texts("nodes", ReservationRequest.MOST_NODES),
                entry.optionalCount("waitsFor").map(Rate::ofBytesPerSecond),
                entry.count("since"));
    }
}
