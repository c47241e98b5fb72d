package io.hdfsthrottle.setting;

import io.hdfsthrottle.coverage.KernelLayer;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Ticker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The settings of the kernel's layers beside pacing, and the layers that they enable. Immutable. */
public final class KernelSettings {

    static final Set<String> KEYS = keys();

    private static final Path SYS = Path.of("/sys");
    private static final Path PROC = Path.of("/proc");

    private final BlkioSettings blkio;
    private final NativeLayerSettings nativeLayers;

    KernelSettings(Map<String, String> written) throws SettingException {
        blkio = new BlkioSettings(written);
        nativeLayers = new NativeLayerSettings(written);
    }

    private static Set<String> keys() {
        Set<String> keys = new HashSet<>(BlkioSettings.KEYS);
        keys.addAll(NativeLayerSettings.KEYS);
        return Set.copyOf(keys);
    }

    /**
     * The layers, none of them tried yet.
     *
     * @param hostReadsAhead whether the host reads ahead on threads other than those that send
     */
    public List<KernelLayer> layers(String node, boolean hostReadsAhead, Function<Tenant, Terms> terms, Ticker ticker) {
        List<KernelLayer> layers = new ArrayList<>();
        layers.add(blkio.layer(node, hostReadsAhead, terms, ticker));
        layers.addAll(nativeLayers.layers(SYS, PROC, ticker));
        return layers;
    }
}
