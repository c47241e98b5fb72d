package io.hdfsthrottle.testkit.siege;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A route of the coordinator's HTTP interface.
 *
 * @param method in capitals
 * @param path with variables in braces
 */
record Route(String method, String path) {
    private static final Pattern LINE =
            Pattern.compile("^  (/[^:]*):$|^    (get|put|post|delete):$", Pattern.MULTILINE);

    /** The routes of an OpenAPI description. */
    static List<Route> of(String openApi) {
        List<Route> routes = new ArrayList<>();
        String path = "";
        for (Matcher line = LINE.matcher(openApi); line.find(); ) {
            if (line.group(1) != null) {
                path = line.group(1);
            } else {
                routes.add(new Route(line.group(2).toUpperCase(Locale.ROOT), path));
            }
        }
        return routes;
    }
}
