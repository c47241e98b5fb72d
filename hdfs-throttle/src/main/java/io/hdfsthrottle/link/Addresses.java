package io.hdfsthrottle.link;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads addresses as people write them: {@code http} or {@code https}, a host, and a port. Thread-safe. */
public final class Addresses {

    private static final String GOOD = "http://coordinator.example:9880";

    /** Up to the last @, whatever the password has; with or without a scheme, of which a colon is left. */
    private static final Pattern USER = Pattern.compile("(?:(?<=://)|^(?=[^@]*:))(?:(?!://).)*@");

    private static final Pattern QUERY = Pattern.compile("(:[^,?#]*)[?#][^,]*");
    private static final int LONGEST_SHOWN = 300;
    private static final int LARGEST_PORT = 65_535;
    private static final int MOST_TOLD = 100;
    private static final Logger LOG = LoggerFactory.getLogger(Addresses.class);
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private Addresses() {}

    /**
     * Reads one address.
     *
     * @throws IllegalArgumentException if it is none; the message shows it, the reason and a good one, but no password
     */
    public static URI one(String written) {
        String text = written.trim();
        String why = "it is http:// or https://, a host and a port, without a user before and anything behind";
        try {
            URI uri = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean web = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            boolean bare = uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null;
            if (web && bare && uri.getRawAuthority() != null && uri.getRawPath().isEmpty()) {
                if (uri.getHost() != null && uri.getPort() != 0 && uri.getPort() <= LARGEST_PORT) {
                    return uri;
                }
                why = uri.getHost() == null
                        ? "a host's name has letters, digits, - and . only; use another name of it, or its IP address"
                        : "a port is 1 to " + LARGEST_PORT;
            }
        } catch (IllegalArgumentException malformed) {
            // the one message for everything that is no address
        }
        throw new IllegalArgumentException("'" + shown(text) + "' is no address, for example " + GOOD + ": " + why);
    }

    /**
     * Reads addresses that are separated by commas, and leaves out those that are none if others are good.
     *
     * @param leftOut gets what {@link #one} says of each that is left out
     * @return the good ones; none if nothing is written
     * @throws IllegalArgumentException if there are some, and none is good
     */
    public static List<URI> all(String written, Consumer<String> leftOut) {
        List<URI> good = new ArrayList<>();
        List<String> bad = new ArrayList<>();
        for (String each : withoutSecrets(written).split(",", -1)) { // a password may have a comma
            try {
                if (!each.isBlank()) {
                    good.add(one(each));
                }
            } catch (IllegalArgumentException none) {
                bad.add(none.getMessage());
            }
        }
        if (good.isEmpty() && !bad.isEmpty()) {
            throw new IllegalArgumentException(bad.get(0));
        }
        bad.forEach(leftOut);
        return good;
    }

    /** The same for a setting of that name; what is left out is logged once. */
    public static List<URI> all(String setting, String written) {
        return all(written, none -> {
            if (TOLD.size() < MOST_TOLD && TOLD.add(setting + none)) {
                LOG.warn("{}: {}. It is left out, and the other addresses are used", setting, none);
            }
        });
    }

    /**
     * The text of a setting for messages: its beginning, without what may be a secret in an address, its user and its
     * query.
     */
    public static String shown(String written) {
        String shown = withoutSecrets(written);
        return shown.length() <= LONGEST_SHOWN
                ? shown
                : shown.substring(0, LONGEST_SHOWN) + "... (" + shown.length() + " characters)";
    }

    private static String withoutSecrets(String written) {
        return QUERY.matcher(USER.matcher(written).replaceAll("(not shown)@")).replaceAll("$1?(not shown)");
    }
}
