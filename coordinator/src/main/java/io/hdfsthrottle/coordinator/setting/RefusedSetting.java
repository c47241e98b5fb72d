package io.hdfsthrottle.coordinator.setting;

/** A setting is refused: the message has its key, its value, a good value, and where it was read, in one line. */
public final class RefusedSetting extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message one line */
    public RefusedSetting(String message) {
        super(message);
    }
}
