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
    private static final Pattern PATH = Pattern.compile("^  (/[^:]*):$");
    private static final Pattern METHOD = Pattern.compile("^    (get|put|post|delete):$");

    /** The routes of an OpenAPI description. */
    static List<Route> of(String openApi) {
        List<Route> routes = new ArrayList<>();
        String path = "";
        for (String line : openApi.lines().toList()) {
            Matcher atPath = PATH.matcher(line);
            Matcher atMethod = METHOD.matcher(line);
            if (atPath.matches()) {
                path = atPath.group(1);
            } else if (atMethod.matches()) {
                routes.add(new Route(atMethod.group(1).toUpperCase(Locale.ROOT), path));
            }
        }
        return List.copyOf(routes);
    }
}
