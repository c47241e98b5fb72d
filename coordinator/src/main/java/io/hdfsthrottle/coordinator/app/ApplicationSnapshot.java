package io.hdfsthrottle.coordinator.app;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The living applications as they are kept: JSON with the number of its format. Tags are made anew, never kept. */
final class ApplicationSnapshot {
    static final String CONCERN = "applications";
    private static final int FORMAT = 1;
    private static final int MOST_APPLICATIONS = 20_000;

    private ApplicationSnapshot() {}

    static byte[] write(Collection<Application> applications) {
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
            entries.add(entry);
        }
        Map<String, Object> snapshot = new LinkedHashMap<>();
        snapshot.put("format", FORMAT);
        snapshot.put("applications", entries);
        return JsonObject.write(snapshot).getBytes(StandardCharsets.UTF_8);
    }

    /** @throws IllegalStateException if this coordinator does not understand it: it must not lead then */
    static List<Application> read(byte[] written) {
        try {
            JsonObject snapshot = JsonObject.parse(new String(written, StandardCharsets.UTF_8));
            if (snapshot.count("format") != FORMAT) {
                throw new IllegalStateException("the applications in ZooKeeper have format " + snapshot.count("format")
                        + "; this coordinator reads format " + FORMAT);
            }
            List<Application> applications = new ArrayList<>();
            for (JsonObject entry : snapshot.objects("applications", MOST_APPLICATIONS)) {
                applications.add(Application.registering(
                                entry.text("application"),
                                entry.text("name"),
                                entry.text("user"),
                                entry.optionalText("claims").orElse(null),
                                entry.count("notBefore"))
                        .verified(entry.optionalFlag("userVerified"), entry.optionalFlag("claimVerified")));
            }
            return applications;
        } catch (MalformedJsonException | InvalidInput broken) {
            throw new IllegalStateException(
                    "the applications in ZooKeeper cannot be read: " + broken.getMessage(), broken);
        }
    }
}
