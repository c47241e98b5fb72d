package io.hdfsthrottle.identity;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The fingerprints of the public keys that verify tags, by key id, written {@code <id>:<fingerprint>}
 * separated by commas. Two keys of one id would sign tags that half of the cluster refuses. Immutable.
 */
public final class KeyFingerprints {

    /** The fingerprints of no key. */
    public static final KeyFingerprints NONE = new KeyFingerprints(Map.of());

    private static final int MOST = 32;
    private static final int LENGTH = 32;
    private static final String ONE = "[A-Za-z0-9]{1,16}:[0-9a-f]{" + LENGTH + "}";
    private static final Pattern WRITTEN = Pattern.compile("(" + ONE + "(," + ONE + "){0," + (MOST - 1) + "})?");

    private final Map<String, String> fingerprints;

    private KeyFingerprints(Map<String, String> fingerprints) {
        this.fingerprints = Collections.unmodifiableMap(new LinkedHashMap<>(fingerprints));
    }

    /** Those of these public keys: the first 128 bits of the SHA-256 of each. */
    static KeyFingerprints of(Map<String, byte[]> publicKeys) {
        Map<String, String> fingerprints = new LinkedHashMap<>();
        publicKeys.forEach(
                (id, key) -> fingerprints.put(id, NodeSignature.hash(key).substring(0, LENGTH)));
        return new KeyFingerprints(fingerprints);
    }

    /** Reads what {@link #toString} wrote; nothing if it is anything else. */
    public static Optional<KeyFingerprints> parse(String written) {
        if (!WRITTEN.matcher(written).matches()) {
            return Optional.empty();
        }
        Map<String, String> fingerprints = new LinkedHashMap<>();
        if (!written.isEmpty()) {
            for (String each : written.split(",", -1)) {
                String[] parts = each.split(":", -1);
                if (fingerprints.put(parts[0], parts[1]) != null) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(new KeyFingerprints(fingerprints));
    }

    /** The first id that stands for one key here and for another there. */
    public Optional<String> conflict(KeyFingerprints others) {
        return fingerprints.entrySet().stream()
                .filter(each ->
                        !each.getValue().equals(others.fingerprints.getOrDefault(each.getKey(), each.getValue())))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /**
     * Whether holders of these keys accept what holders of the others sign with their first key, and no id stands for
     * two keys.
     */
    public boolean believe(KeyFingerprints others) {
        return conflict(others).isEmpty()
                && others.fingerprints.keySet().stream()
                        .findFirst()
                        .filter(fingerprints::containsKey)
                        .isPresent();
    }

    /** Whether the first of these keys is the first of the others, too: then both sign with the same. */
    public boolean beginAs(KeyFingerprints others) {
        return fingerprints.keySet().stream()
                .findFirst()
                .equals(others.fingerprints.keySet().stream().findFirst());
    }

    /** These and the others, those that were added last where there would be more than {@value #MOST}. */
    public KeyFingerprints and(KeyFingerprints others) {
        Map<String, String> both = new LinkedHashMap<>(fingerprints);
        both.putAll(others.fingerprints);
        while (both.size() > MOST) {
            both.remove(both.keySet().iterator().next());
        }
        return new KeyFingerprints(both);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyFingerprints && fingerprints.equals(((KeyFingerprints) other).fingerprints);
    }

    @Override
    public int hashCode() {
        return fingerprints.hashCode();
    }

    /** As it is written. */
    @Override
    public String toString() {
        StringBuilder written = new StringBuilder();
        fingerprints.forEach((id, fingerprint) -> written.append(written.length() == 0 ? "" : ",")
                .append(id)
                .append(':')
                .append(fingerprint));
        return written.toString();
    }
}
