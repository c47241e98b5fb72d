package io.hdfsthrottle.grant;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes and reads updates of a grant as JSON. The wire format has a version: a reader refuses an update of another
 * version.
 */
public final class GrantUpdateJson {

    /** The wire version of this build. */
    public static final int WIRE = 3;

    private GrantUpdateJson() {}

    /** A policy alone, as {@link #write} takes it: written once for all nodes. */
    public static String policy(Grant policy) {
        return JsonObject.write(GrantJson.policy(policy));
    }

    /** An update as one line of JSON. */
    public static String write(GrantUpdate update) {
        return write(update, update.policy().map(GrantUpdateJson::policy));
    }

    /**
     * An update as one line of JSON.
     *
     * @param policy as {@link #policy} wrote it, in place of the update's own
     */
    public static String write(GrantUpdate update, Optional<String> policy) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("wire", WIRE);
        json.put("cluster", update.cluster());
        json.put("epoch", update.epoch());
        update.applications().ifPresent(news -> json.put("applications", applications(news)));
        update.terms().ifPresent(terms -> json.put("terms", GrantJson.terms(terms)));
        String rest = JsonObject.write(json);
        return policy.map(written -> rest.substring(0, rest.length() - 1) + ",\"policy\":" + written + "}")
                .orElse(rest);
    }

    private static Map<String, Object> applications(ApplicationUpdate news) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sequence", news.sequence());
        if (news.again()) {
            json.put("again", true);
        }
        json.put("living", GrantJson.applications(news.living()));
        json.put("ended", news.ended());
        return json;
    }

    /**
     * Reads an update.
     *
     * @throws MalformedJsonException if the text is not JSON or a member is missing or of the wrong type
     * @throws IllegalArgumentException if a value is out of its range, or it is of another wire version; the message
     *     names it
     */
    public static GrantUpdate read(String text) throws MalformedJsonException {
        JsonObject json = JsonObject.parse(text);
        long wire = json.optionalCount("wire").orElse(1L);
        if (wire != WIRE) {
            throw new IllegalArgumentException("the coordinator speaks wire " + wire + " and this node wire " + WIRE
                    + ": upgrade the older of the two");
        }
        long epoch = json.count("epoch");
        GrantUpdate update = GrantUpdate.of(json.text("cluster"), epoch);
        Optional<JsonObject> policy = json.optionalObject("policy");
        if (policy.isPresent()) {
            update = update.withPolicy(GrantJson.policy(update.cluster(), epoch, policy.get()));
        }
        Optional<JsonObject> applications = json.optionalObject("applications");
        if (applications.isPresent()) {
            update = update.withApplications(applications(applications.get()));
        }
        Optional<JsonObject> terms = json.optionalObject("terms");
        return terms.isPresent() ? update.withTerms(GrantJson.terms(terms.get())) : update;
    }

    private static ApplicationUpdate applications(JsonObject json) throws MalformedJsonException {
        long sequence = json.count("sequence");
        return json.optionalFlag("again")
                ? ApplicationUpdate.askAgain(sequence)
                : ApplicationUpdate.of(
                        sequence, GrantJson.applications(json, "living"), json.texts("ended", GrantJson.MOST_ENTRIES));
    }

    /** The ids of applications that a node asks for, as JSON. */
    public static String question(List<String> applications) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("wire", WIRE);
        json.put("applications", new ArrayList<>(applications));
        return JsonObject.write(json);
    }

    /**
     * Reads a question for applications.
     *
     * @param most how many ids it may name
     */
    public static List<String> readQuestion(String text, int most) throws MalformedJsonException {
        return JsonObject.parse(text).texts("applications", most);
    }
}
