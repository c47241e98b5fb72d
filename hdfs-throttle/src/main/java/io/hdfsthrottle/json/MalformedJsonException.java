package io.hdfsthrottle.json;

/** Text that is not the JSON that was agreed on. The message names the member at fault and is safe to log. */
public final class MalformedJsonException extends Exception {

    private static final long serialVersionUID = 1;

    MalformedJsonException(String message) {
        super(message);
    }
}
