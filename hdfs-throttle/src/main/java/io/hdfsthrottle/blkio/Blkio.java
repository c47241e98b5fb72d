package io.hdfsthrottle.blkio;

import io.hdfsthrottle.coverage.DisabledLayer;
import io.hdfsthrottle.coverage.KernelLayer;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.BlockDevice;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.unit.Ticker;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** Creates the kernel layer that limits tenants' reads by cgroup v1's blkio controller. */
public final class Blkio {

    private static final Path PROC = Path.of("/proc");

    private Blkio() {}

    /**
     * The layer, not tried yet; one that touches nothing if the mode is off.
     *
     * @param cgroups where control groups are mounted, {@code /sys/fs/cgroup}
     * @param node the node's name
     * @param terms the current terms of a tenant; called on transfer threads
     * @param readsAhead whether the host reads ahead on threads of its own
     */
    public static KernelLayer layer(
            BlkioMode mode,
            Path cgroups,
            String node,
            Function<Tenant, Terms> terms,
            boolean readsAhead,
            Ticker ticker) {
        if (mode == BlkioMode.OFF) {
            return new DisabledLayer(BlkioLayer.NAME, BlkioRefusal.SETTING + "=off");
        }
        ControlFiles files = ControlFiles.ofKernel();
        return new BlkioLayer(
                () -> BlkioTree.find(
                        files, cgroups, PROC, node, ProcessHandle.current().pid()),
                () -> BlkioRefusal.noTree(cgroups, BlkioTree.isUnified(files, cgroups)),
                Blkio::disk,
                BlkioProof.byReading(ticker),
                terms,
                readsAhead);
    }

    private static Optional<String> disk(Volume volume) {
        return volume.folder()
                .flatMap(folder -> BlockDevice.below(folder, Path.of("/sys")))
                .map(device -> device.disk().number());
    }
}
