package io.hdfsthrottle.setting;

import io.hdfsthrottle.blkio.Blkio;
import io.hdfsthrottle.blkio.BlkioMode;
import io.hdfsthrottle.coverage.KernelLayer;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Ticker;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The settings of cgroup v1's blkio. Immutable. */
public final class BlkioSettings {

    private static final String BLKIO = "kernel.blkio";
    private static final String CGROUP_ROOT = "kernel.cgroup.root";

    static final Set<String> KEYS = Set.of(BLKIO, CGROUP_ROOT);

    private final BlkioMode blkio;
    private final Path cgroupRoot;

    BlkioSettings(Map<String, String> written) throws SettingException {
        blkio = Setting.read(written, BLKIO, "off", BlkioMode::parse);
        cgroupRoot = Setting.read(written, CGROUP_ROOT, "/sys/fs/cgroup", BlkioSettings::folder);
    }

    private static Path folder(String value) {
        Path folder = Setting.path(value);
        if (folder == null || !folder.isAbsolute()) {
            throw new IllegalArgumentException("an absolute folder, for example /sys/fs/cgroup");
        }
        return folder;
    }

    /** The layer, not tried yet. */
    KernelLayer layer(String node, boolean hostReadsAhead, Function<Tenant, Terms> terms, Ticker ticker) {
        return Blkio.layer(blkio, cgroupRoot, node, terms, hostReadsAhead, ticker);
    }
}
