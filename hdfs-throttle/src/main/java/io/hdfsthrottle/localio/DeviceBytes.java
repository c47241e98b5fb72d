package io.hdfsthrottle.localio;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The bytes that an executor moved on one disk since it started, and the number of its local directories there.
 * Immutable.
 */
public final class DeviceBytes {

    private static final Pattern DEVICE = Pattern.compile("[0-9]{1,4}:[0-9]{1,7}");

    private final String device;
    private final int directories;
    private final long read;
    private final long written;

    private DeviceBytes(String device, int directories, long read, long written) {
        this.device = Objects.requireNonNull(device, "device");
        this.directories = directories;
        this.read = read;
        this.written = written;
    }

    /**
     * What was moved on a device.
     *
     * @param device {@code major:minor} of the whole disk
     * @param directories local directories there, at least 1
     * @throws IllegalArgumentException if it is no device, or a figure is out of its range
     */
    public static DeviceBytes of(String device, int directories, long read, long written) {
        if (!DEVICE.matcher(device).matches()) {
            throw new IllegalArgumentException("a device is major:minor, for example 8:0");
        }
        if (directories < 1 || read < 0 || written < 0) {
            throw new IllegalArgumentException("a device has 1 directory or more, and bytes are 0 or more");
        }
        return new DeviceBytes(device, directories, read, written);
    }

    /** {@code major:minor} of the whole disk. */
    public String device() {
        return device;
    }

    /** How many local directories are there. */
    public int directories() {
        return directories;
    }

    /** Bytes read. */
    public long read() {
        return read;
    }

    /** Bytes written. */
    public long written() {
        return written;
    }

    /** Bytes read and written. */
    public long bytes() {
        return read > Long.MAX_VALUE - written ? Long.MAX_VALUE : read + written;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DeviceBytes && other.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return device.hashCode();
    }

    @Override
    public String toString() {
        return device + "x" + directories + " read " + read + " written " + written;
    }
}
