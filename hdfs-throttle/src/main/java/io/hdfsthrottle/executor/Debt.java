package io.hdfsthrottle.executor;

import io.hdfsthrottle.localio.DeviceBytes;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.ProcessIo;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The bytes that one executor caused and the disks have not moved yet, by disk. The kernel's counters of the process
 * take precedence; they do not name the disk, so they are divided by the local directories there. A write counts when
 * the process makes it, and reaches the disk later: until then it is owed. Not thread-safe.
 */
final class Debt {

    /** The most that is owed on a disk: the kernel does not keep more unwritten for one process. */
    static final double MOST = 1 << 30;

    private final Map<String, Double> owed = new HashMap<>();
    private final Map<String, Long> claimed = new HashMap<>();
    private long counted = -1;

    /** Updates the debt; the first call only sets where counting begins. */
    void observe(ExecutorClaim claim, Optional<ProcessIo> io) {
        if (io.isPresent()) {
            long bytes = io.get().bytes();
            long more = counted < 0 ? 0 : bytes - counted;
            counted = bytes;
            for (DeviceBytes device : claim.devices()) {
                owe(device.device(), (double) more * device.directories() / claim.directories());
            }
        } else {
            for (DeviceBytes device : claim.devices()) {
                Long before = claimed.put(device.device(), device.bytes());
                owe(device.device(), before == null ? 0 : (double) Math.max(0, device.bytes() - before));
            }
        }
    }

    /** A negative amount was cancelled before it reached a disk, or done by the disk. */
    private void owe(String device, double bytes) {
        owed.merge(device, bytes, Double::sum);
        owed.computeIfPresent(device, (same, sum) -> Math.max(0, Math.min(sum, MOST)));
    }

    /** What is owed on that disk, in bytes. */
    double owed(String device) {
        return owed.getOrDefault(device, 0.0);
    }

    /** Subtracts bytes that the disk has moved. */
    void done(String device, double bytes) {
        owe(device, -bytes);
    }
}
