package io.hdfsthrottle.agent;

import io.hdfsthrottle.layer.KernelLayer;
import io.hdfsthrottle.unit.Ticker;
import java.util.List;
import java.util.Set;

/** The settings of the kernel's layers, {@code hdfs.throttle.kernel.*}, and the layers that they ask for. Immutable. */
final class KernelSettings {

    /** Every key, without the prefix. */
    static final Set<String> KEYS = Set.of();

    /** The layers, none of them tried yet. */
    List<KernelLayer> layers(String node, Host host, Ticker ticker) {
        return List.of();
    }
}
