package io.hdfsthrottle.executor;

import io.hdfsthrottle.localio.DeviceBytes;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.ProcessIo;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What one executor caused and the disks have not done yet, by disk. What the kernel counted of the process is believed first; it does not say on which
 * disk, so it is divided by the local directories there. A write counts when the process makes it, and reaches the disk later: until then it is owed.
 * Not thread-safe.
 */
final class Debt {

    /** No more is owed on a disk: the kernel does not keep that much unwritten for one process. */
    static final double MOST = 1 << 30;

    private final Map<String, Double> owed = new HashMap<>();
    private final Map<String, Long> claimed = new HashMap<>();
    private long counted = -1;

    /** Takes what is known now; the first time only says where counting begins. */
    void look(ExecutorClaim claim, Optional<ProcessIo> io) {
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

    /** Less than before is what was taken back before it reached a disk. */
    private void owe(String device, double bytes) {
        owed.merge(device, bytes, Double::sum);
        owed.computeIfPresent(device, (same, sum) -> Math.max(0, Math.min(sum, MOST)));
    }

    /** What is owed on that disk, in bytes. */
    double owed(String device) {
        return owed.getOrDefault(device, 0.0);
    }

    /** The disk has done so much of it. */
    void done(String device, double bytes) {
        owe(device, -bytes);
    }
}
