package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Order;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * As which user of the operating system the programs of a deployment run: as the one that launched it, never as the
 * coordinator's own, which may read its keys, unless the settings say that everything does.
 *
 * @param settings {@code launch.as} and {@code launch.as.command}
 * @param own the coordinator's user
 */
record RunAs(LaunchSettings.As settings, UserPrincipal own) {
    /** No number, which would be an id, and no option. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9._-]{0,31}");

    private static final Pattern GROUP = Pattern.compile("[0-9]{1,10}");
    private static final int LONGEST_LOOKUP_SECONDS = 5;
    private static final String ROOT = "root";

    /**
     * The user of an order; empty for the coordinator's own.
     *
     * @throws IOException if there is none that it may run as; the message names the setting and a good value
     */
    String user(Order order) throws IOException {
        if (settings.isCoordinator()) {
            return "";
        }
        String user = order.user();
        if (!order.userVerified()) {
            throw refused(
                    "no credential verified that the caller is " + user
                            + "; a Kerberos ticket, a user token and a line of access.file with user= do",
                    null);
        }
        if (!NAME.matcher(user).matches()) {
            throw refused(user + " is no name of a user of this host", null);
        }
        UserPrincipalLookupService users = FileSystems.getDefault().getUserPrincipalLookupService();
        UserPrincipal named = named(users, user);
        if (named.equals(own) || named.equals(named(users, ROOT))) {
            throw refused(
                    user + " is " + (named.equals(own) ? "the coordinator's own user" : ROOT)
                            + ", whose programs may read its keys; launch as another user, or set launch.as ="
                            + " coordinator where every program may read them",
                    null);
        }
        return user;
    }

    private static UserPrincipal named(UserPrincipalLookupService users, String name) throws IOException {
        try {
            return users.lookupPrincipalByName(name);
        } catch (IOException unknown) {
            throw refused("this host has no user " + name + "; add the user to it", unknown);
        }
    }

    /** The words before a program that make it run as that user. */
    List<String> words(String user) throws IOException {
        if (user.isEmpty()) {
            return List.of();
        }
        String group = settings.command().contains("{group}") ? group(user) : "";
        return Stream.of(settings.command().split(" +"))
                .map(word -> word.replace("{user}", user).replace("{group}", group))
                .toList();
    }

    /** Whether what is recorded for that user may be ended as it: nothing is as the coordinator's own, or as root. */
    boolean mayAct(String user) {
        try {
            UserPrincipalLookupService users = FileSystems.getDefault().getUserPrincipalLookupService();
            return settings.isCoordinator()
                    || (NAME.matcher(user).matches() && !named(users, user).equals(named(users, ROOT)));
        } catch (IOException unknown) {
            return false;
        }
    }

    /** The refusal of a start that did not succeed, perhaps after it ran as that user already. */
    IOException failed(String user, boolean hasBegun, List<String> directories, IOException why) {
        if (user.isEmpty()) {
            return why;
        }
        return hasBegun
                ? new IOException(
                        "it cannot run as the user " + user + " in " + String.join(", ", directories) + ": "
                                + why.getMessage() + "; the user must be able to make these in the directories of"
                                + " launch.disks (chmod 1777)",
                        why)
                : new IOException(
                        "it cannot run as the user " + user + " by launch.as.command = " + settings.command() + ": "
                                + why.getMessage() + "; a good value is " + LaunchSettings.As.BY_SETPRIV
                                + " for a coordinator that is root or has CAP_SETUID and CAP_SETGID, else "
                                + LaunchSettings.As.BY_SUDO,
                        why);
    }

    private static String group(String user) throws IOException {
        Process id = new ProcessBuilder("id", "-g", "--", user).start();
        try {
            if (id.waitFor(LONGEST_LOOKUP_SECONDS, TimeUnit.SECONDS)) {
                String group = new String(id.getInputStream().readNBytes(64), StandardCharsets.US_ASCII).strip();
                if (GROUP.matcher(group).matches()) {
                    return group;
                }
            }
            throw new IOException("the group of " + user + " cannot be found");
        } catch (InterruptedException enough) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", enough);
        } finally {
            id.destroyForcibly();
        }
    }

    private static IOException refused(String why, Throwable cause) {
        return new IOException("launch.as = caller runs programs as the user who launches them, and " + why, cause);
    }
}
