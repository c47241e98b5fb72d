package io.hdfsthrottle.spark.replica;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which addresses are this machine's. The kernel is asked once for each, as long as there are not very many. Thread-safe. */
final class LocalAddresses {

    private static final int MOST = 10_000;

    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    /** Whether that is an address of this machine; only of numeric ones, so that no name is ever looked up. */
    boolean contains(String ip) {
        Boolean before = known.get(ip);
        if (before != null) {
            return before;
        }
        if (known.size() >= MOST) {
            known.clear();
        }
        boolean ours = ask(ip);
        known.put(ip, ours);
        return ours;
    }

    private static boolean ask(String ip) {
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
