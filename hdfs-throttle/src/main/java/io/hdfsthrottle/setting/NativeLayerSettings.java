package io.hdfsthrottle.setting;

import io.hdfsthrottle.coverage.KernelLayer;
import io.hdfsthrottle.ioprio.IoPriorities;
import io.hdfsthrottle.ioprio.IoPriorityLayer;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.NativeCalls;
import io.hdfsthrottle.kernel.Threads;
import io.hdfsthrottle.socket.SocketLayer;
import io.hdfsthrottle.socket.Sockets;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The settings of the kernel layers that need system calls which Java does not offer. Immutable; loads nothing itself.
 */
public final class NativeLayerSettings {

    private static final String IO_PRIORITY = "kernel.ioprio";
    private static final String SOCKET = "kernel.socket";
    private static final String OFF = "off";

    static final Set<String> KEYS = Set.of(IO_PRIORITY, SOCKET);

    private enum IoPriorityUse {
        OFF,
        AUTO,
        ON
    }

    private final IoPriorityUse ioPriority;
    private final Rate network;

    NativeLayerSettings(Map<String, String> written) throws SettingException {
        ioPriority = Setting.read(written, IO_PRIORITY, OFF, NativeLayerSettings::use);
        network = Setting.read(written, SOCKET, OFF, NativeLayerSettings::network);
    }

    private static IoPriorityUse use(String value) {
        for (IoPriorityUse use : IoPriorityUse.values()) {
            if (use.name().toLowerCase(Locale.ROOT).equals(value)) {
                return use;
            }
        }
        throw new IllegalArgumentException("off, auto or on, for example auto");
    }

    private static Rate network(String value) {
        if (value.equals(OFF)) {
            return null;
        }
        Rate rate = Rate.parse(value);
        if (rate.bytesPerSecond() < 1 << 20) {
            throw new IllegalArgumentException("a network sends at least 1m a second, for example 1200m, or off");
        }
        return rate;
    }

    /** The layers that are enabled, none of them tried yet. */
    List<KernelLayer> layers(Path sys, Path proc, Ticker ticker) {
        List<KernelLayer> layers = new ArrayList<>();
        NativeCalls calls = new NativeCalls();
        if (ioPriority != IoPriorityUse.OFF) {
            layers.add(new IoPriorityLayer(
                    ioPriority == IoPriorityUse.ON,
                    IoPriorities.ofKernel(calls),
                    new Threads(proc),
                    ControlFiles.ofKernel(),
                    sys));
        }
        if (network != null) {
            layers.add(new SocketLayer(network, Sockets.ofKernel(calls), ticker));
        }
        return layers;
    }
}
