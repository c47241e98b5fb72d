package io.hdfsthrottle.cli.offer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A host by the names and addresses that its DataNode may go by.
 *
 * @param names all of them, in lower case
 */
record Host(Set<String> names) {
    private static final Pattern SHORT_NAME = Pattern.compile("[a-z0-9][a-z0-9-]*");

    /** The host of that name; a name without a domain matches a host in any domain. */
    static Host named(String name) {
        return new Host(Set.of(name.toLowerCase(Locale.ROOT)));
    }

    /** @throws IOException if it has no name and no address */
    static Host local() throws IOException {
        Set<String> names = new TreeSet<>();
        InetAddress own = InetAddress.getLocalHost();
        names.add(own.getHostName().toLowerCase(Locale.ROOT));
        names.add(own.getCanonicalHostName().toLowerCase(Locale.ROOT));
        NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .map(address -> address.getHostAddress().replaceFirst("%.*", ""))
                .forEach(names::add);
        return new Host(names);
    }

    /** Whether that is this host. */
    boolean is(String other) {
        String name = other.toLowerCase(Locale.ROOT);
        return names.stream().anyMatch(each -> each.equals(name) || isShortFor(each, name));
    }

    private static boolean isShortFor(String name, String other) {
        return SHORT_NAME.matcher(name).matches() && other.startsWith(name + ".");
    }

    /** Its volumes. */
    List<Offer> among(Collection<Offer> offers) {
        return offers.stream().filter(offer -> is(offer.host())).toList();
    }

    @Override
    public String toString() {
        return String.join(", ", names);
    }
}
