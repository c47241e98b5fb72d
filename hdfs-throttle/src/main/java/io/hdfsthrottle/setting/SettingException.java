package io.hdfsthrottle.setting;

/** Thrown for a setting that is unknown or malformed. The message names the key, the value and a good one. */
public final class SettingException extends Exception {

    private static final long serialVersionUID = 1;

    private final String key;

    SettingException(String key, String message) {
        super(message);
        this.key = key;
    }

    /** The whole key. */
    public String key() {
        return key;
    }
}
