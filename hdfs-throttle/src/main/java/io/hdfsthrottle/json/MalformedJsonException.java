package io.hdfsthrottle.json;

/** Thrown for text that is not the expected JSON. The message names the member at fault and is safe to log. */
public final class MalformedJsonException extends Exception {

    private static final long serialVersionUID = 1;

    MalformedJsonException(String message) {
        super(message);
    }
}
