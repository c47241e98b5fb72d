package io.hdfsthrottle.rule;

import io.hdfsthrottle.identity.PlainText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;

/** One numeric address or a network in CIDR form, IPv4 or IPv6. Never asks a name service. */
final class Network implements Pattern {

    /**
     * 0 to 255, no leading zero: out of that range {@code InetAddress} would take an address for a name and look it up.
     */
    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";

    private static final java.util.regex.Pattern NUMERIC =
            java.util.regex.Pattern.compile(OCTET + "(\\." + OCTET + "){3}|(?=.*:)[0-9A-Fa-f:.]{2,45}");

    private static final String ENDS = "(?=[./*]|$)";

    private static final java.util.regex.Pattern LEADING =
            java.util.regex.Pattern.compile(OCTET + ENDS + "(\\." + OCTET + ENDS + "){0,3}");

    private static final int IPV4_PARTS = 4;

    private final String written;
    private final byte[] base;
    private final int prefixBits;

    private Network(String written, byte[] base, int prefixBits) {
        this.written = written;
        this.base = base;
        this.prefixBits = prefixBits;
    }

    static Network parse(String written) {
        int slash = written.indexOf('/');
        String address = slash < 0 ? written : written.substring(0, slash);
        byte[] base = numeric(address).orElseThrow(() -> malformed(written));
        int bits = base.length * 8;
        if (slash >= 0) {
            String prefix = written.substring(slash + 1);
            if (!prefix.matches("[0-9]{1,3}") || Integer.parseInt(prefix) > bits) {
                throw malformed(written);
            }
            bits = Integer.parseInt(prefix);
        }
        return new Network(written, base, bits);
    }

    @Override
    public boolean matches(String address) {
        return numeric(address).map(this::contains).orElse(false);
    }

    private boolean contains(byte[] address) {
        if (address.length != base.length) {
            return false;
        }
        for (int bit = 0; bit < prefixBits; bit++) {
            int mask = 0x80 >> (bit & 7);
            if ((address[bit >> 3] & mask) != (base[bit >> 3] & mask)) {
                return false;
            }
        }
        return true;
    }

    private static Optional<byte[]> numeric(String address) {
        if (!NUMERIC.matcher(address).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(address).getAddress());
        } catch (UnknownHostException malformed) {
            return Optional.empty();
        }
    }

    private static IllegalArgumentException malformed(String written) {
        return new IllegalArgumentException("'" + PlainText.of(PlainText.cut(written))
                + "' is neither a numeric address nor a network; for example " + like(written));
    }

    /** The network of the parts that stand before the first that is none, or before the zeros. */
    private static String like(String written) {
        Matcher parts = LEADING.matcher(written.strip());
        if (!parts.lookingAt()) {
            String address = written.split("/", 2)[0];
            return numeric(address).isPresent() ? address : "10.1.0.0/16";
        }
        String base = parts.group().replaceFirst("(\\.0)+$", "");
        int count = base.split("\\.", -1).length;
        return count == IPV4_PARTS ? base : base + ".0".repeat(IPV4_PARTS - count) + "/" + count * 8;
    }

    @Override
    public String toString() {
        return written;
    }
}
