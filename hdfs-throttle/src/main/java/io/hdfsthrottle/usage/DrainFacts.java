package io.hdfsthrottle.usage;

import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The replicas left on a volume that is to be drained, as its node reports them. Immutable. */
public final class DrainFacts {

    private final long replicas;
    private final long bytes;
    private final String trouble;

    private DrainFacts(long replicas, long bytes, String trouble) {
        this.replicas = replicas;
        this.bytes = bytes;
        this.trouble = Objects.requireNonNull(trouble, "trouble");
    }

    /** What is left, in numbers from 0. */
    public static DrainFacts of(long replicas, long bytes, String trouble) {
        if (replicas < 0 || bytes < 0) {
            throw new IllegalArgumentException("what is left on a volume is 0 or more");
        }
        return new DrainFacts(replicas, bytes, trouble);
    }

    /** What is left on this and another volume of one disk. */
    public DrainFacts and(DrainFacts other) {
        return new DrainFacts(
                Math.addExact(replicas, other.replicas),
                Math.addExact(bytes, other.bytes),
                trouble.isEmpty() ? other.trouble : trouble);
    }

    /** How many replicas lie there. */
    public long replicas() {
        return replicas;
    }

    /** How large they are together, in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Why they are not moved at the moment; empty if they are, or if there are none. */
    public String trouble() {
        return trouble;
    }

    /** Whether nothing is left. */
    public boolean isDrained() {
        return replicas == 0;
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("replicas", replicas);
        json.put("bytes", bytes);
        json.put("trouble", PlainText.cut(trouble));
        return json;
    }

    static DrainFacts fromJson(JsonObject json) throws MalformedJsonException {
        return of(
                json.count("replicas"),
                json.count("bytes"),
                PlainText.cut(json.optionalText("trouble").orElse("")));
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof DrainFacts)) {
            return false;
        }
        DrainFacts that = (DrainFacts) other;
        return that.replicas == replicas && that.bytes == bytes && that.trouble.equals(trouble);
    }

    @Override
    public int hashCode() {
        return Objects.hash(replicas, bytes, trouble);
    }

    @Override
    public String toString() {
        return replicas + " replicas, " + bytes + " bytes left" + (trouble.isEmpty() ? "" : "; " + trouble);
    }
}
