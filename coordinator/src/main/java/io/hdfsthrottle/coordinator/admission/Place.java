package io.hdfsthrottle.coordinator.admission;

import com.google.common.net.InetAddresses;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/**
 * Where a caller is, as limits count it: its IPv4 address, or the /64 of its IPv6 address, of which one host can have any (RFC 4291, section 2.5.4).
 */
public final class Place {
    private static final int PREFIX_BYTES = 8;

    private Place() {}

    /** Of an address as a socket has it. */
    public static String of(InetAddress address) {
        if (address instanceof Inet6Address) {
            return HexFormat.of().formatHex(address.getAddress(), 0, PREFIX_BYTES) + "/64";
        }
        return address.getHostAddress();
    }

    /** Of an address as it is written; what is none counts as it is. */
    public static String of(String written) {
        int scope = written.indexOf('%');
        String literal = (scope < 0 ? written : written.substring(0, scope))
                .replace("[", "")
                .replace("]", "");
        return InetAddresses.isInetAddress(literal) ? of(InetAddresses.forString(literal)) : written;
    }
}
