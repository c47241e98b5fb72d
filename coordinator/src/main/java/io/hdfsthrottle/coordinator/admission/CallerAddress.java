package io.hdfsthrottle.coordinator.admission;

import com.google.common.net.InetAddresses;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/**
 * The address of a caller, as limits count it: its IPv4 address, or the /64 prefix of its IPv6 address, within which
 * one host can have any address (RFC 4291, section 2.5.4).
 */
public final class CallerAddress {
    private static final int PREFIX_BYTES = 8;

    private CallerAddress() {}

    /** The place of a socket's address. */
    public static String of(InetAddress address) {
        if (address instanceof Inet6Address) {
            return HexFormat.of().formatHex(address.getAddress(), 0, PREFIX_BYTES) + "/64";
        }
        return address.getHostAddress();
    }

    /** The place of an address in text form; text that is no address is returned as it is. */
    public static String of(String written) {
        int scope = written.indexOf('%');
        String literal = (scope < 0 ? written : written.substring(0, scope))
                .replace("[", "")
                .replace("]", "");
        return InetAddresses.isInetAddress(literal) ? of(InetAddresses.forString(literal)) : written;
    }
}
