package io.hdfsthrottle.spark.replica;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Tells which addresses are this machine's. Caches the kernel's answers, up to a limit. Thread-safe. */
final class LocalAddresses {

    private static final int MOST = 10_000;

    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    /** Whether that is an address of this machine; only for numeric ones, so that no name is ever resolved. */
    boolean contains(String ip) {
        Boolean before = known.get(ip);
        if (before != null) {
            return before;
        }
        if (known.size() >= MOST) {
            known.clear();
        }
        boolean ours = lookUp(ip);
        known.put(ip, ours);
        return ours;
    }

    private static boolean lookUp(String ip) {
        boolean numeric = !ip.isEmpty() && ip.matches("[0-9.]+|[0-9a-fA-F:.%]*:[0-9a-zA-Z:.%]*");
        try {
            InetAddress address = numeric ? InetAddress.getByName(ip) : null;
            return address != null
                    && (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null);
        } catch (IOException unknown) {
            return false;
        }
    }
}
