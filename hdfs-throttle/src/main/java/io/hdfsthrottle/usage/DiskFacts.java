package io.hdfsthrottle.usage;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The whole disk that a volume lies on, as a node reports it; volumes with the same device share one. Immutable. */
public final class DiskFacts {

    private static final Pattern DEVICE = Pattern.compile("[0-9]{1,10}:[0-9]{1,10}");

    private final String device;
    private final Boolean rotational;
    private final long bytes;

    private DiskFacts(String device, Boolean rotational, long bytes) {
        this.device = device;
        this.rotational = rotational;
        this.bytes = bytes;
    }

    /** Facts of a disk by its major and minor number, {@code 8:0}; the next boot may give it another. */
    public static DiskFacts of(String device, Optional<Boolean> rotational, OptionalLong bytes) {
        if (!DEVICE.matcher(device).matches()) {
            throw new IllegalArgumentException("a disk's device is its major and minor number, for example 8:0");
        }
        return new DiskFacts(device, rotational.orElse(null), bytes.orElse(0));
    }

    /** Its major and minor number. */
    public String device() {
        return device;
    }

    /** Whether it is rotational; nothing where that is not known. */
    public Optional<Boolean> rotational() {
        return Optional.ofNullable(rotational);
    }

    /** How large it is, in bytes; nothing where that is not known. */
    public OptionalLong bytes() {
        return bytes == 0 ? OptionalLong.empty() : OptionalLong.of(bytes);
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("device", device);
        json.put("rotational", rotational);
        json.put("bytes", bytes);
        return json;
    }

    static DiskFacts fromJson(JsonObject json) throws MalformedJsonException {
        Optional<Boolean> turns =
                json.written("rotational").isPresent() ? Optional.of(json.flag("rotational")) : Optional.empty();
        long size = json.optionalCount("bytes").orElse(0L);
        return of(json.text("device"), turns, size == 0 ? OptionalLong.empty() : OptionalLong.of(size));
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof DiskFacts)) {
            return false;
        }
        DiskFacts that = (DiskFacts) other;
        return that.device.equals(device) && Objects.equals(that.rotational, rotational) && that.bytes == bytes;
    }

    @Override
    public int hashCode() {
        return Objects.hash(device, rotational, bytes);
    }

    @Override
    public String toString() {
        return device;
    }
}
