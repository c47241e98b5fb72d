package io.hdfsthrottle.coordinator.policy;

import io.hdfsthrottle.identity.PlainText;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Thrown if an untrusted value is refused: names the field, the given value and the permitted values.
 *
 * <p>Unchecked, because it is thrown by the constructors of the values themselves, so that no invalid one can exist.
 */
public final class InvalidInput extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final Pattern SECRET = Pattern.compile("(?i)secret|token|password");
    private static final int LONGEST_ECHO = 200;

    private final String field;
    private final String value;
    private final transient List<String> permitted;

    /** @param permitted the values that would have been accepted, or one sentence that describes them */
    public InvalidInput(String field, Object value, List<String> permitted) {
        super(field + " cannot be " + echo(field, value) + "; permitted: " + String.join(", ", permitted));
        this.field = field;
        this.value = echo(field, value);
        this.permitted = List.copyOf(permitted);
    }

    public InvalidInput(String field, Object value, String permitted) {
        this(field, value, List.of(permitted));
    }

    /** Logged and audited: so not what may be a secret. */
    private static String echo(String field, Object value) {
        if (SECRET.matcher(field).find()) {
            return "what it is (not shown)";
        }
        String text = PlainText.of(String.valueOf(value));
        return text.length() <= LONGEST_ECHO ? text : text.substring(0, LONGEST_ECHO) + "...";
    }

    public String field() {
        return field;
    }

    /** The given value, truncated and without control characters. */
    public String value() {
        return value;
    }

    public List<String> permitted() {
        return permitted;
    }
}
