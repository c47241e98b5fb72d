package io.hdfsthrottle.coordinator.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The documented {@code coordinator.properties} with some of its keys set. */
final class ConfigurationFile {
    private static final String TEMPLATE = "/coordinator.properties";

    private ConfigurationFile() {}

    /**
     * The file's text.
     *
     * @param set keys that the template documents, and their values
     * @throws IllegalArgumentException if the template does not document a key
     */
    static String with(Map<String, String> set) {
        String text = template();
        for (Map.Entry<String, String> each : set.entrySet()) {
            Matcher line = Pattern.compile("(?m)^#" + Pattern.quote(each.getKey()) + " =.*$")
                    .matcher(text);
            if (!line.find()) {
                throw new IllegalArgumentException(TEMPLATE + " does not document " + each.getKey());
            }
            text = line.replaceFirst(Matcher.quoteReplacement(each.getKey() + " = " + each.getValue()));
        }
        return text;
    }

    private static String template() {
        try (InputStream in = ConfigurationFile.class.getResourceAsStream(TEMPLATE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
