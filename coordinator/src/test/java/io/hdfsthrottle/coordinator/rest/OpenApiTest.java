package io.hdfsthrottle.coordinator.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class OpenApiTest {
    private static final Pattern PATH = Pattern.compile("^  (/[^:]*):$");
    private static final Pattern METHOD = Pattern.compile("^    (get|put|post|delete):$");
    private static final Pattern REFERENCE = Pattern.compile("\\$ref: \"#/components/(\\w+)/(\\w+)\"");

    private static String specification() throws Exception {
        try (var resource = OpenApiTest.class.getResourceAsStream("/openapi.yaml")) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void specification_describesExactlyTheRoutesThatAreAnswered() throws Exception {
        Set<String> described = new TreeSet<>();
        String path = "";
        for (String line : specification().lines().toList()) {
            Matcher atPath = PATH.matcher(line);
            Matcher atMethod = METHOD.matcher(line);
            if (atPath.matches()) {
                path = atPath.group(1);
            } else if (atMethod.matches()) {
                described.add(atMethod.group(1).toUpperCase(java.util.Locale.ROOT) + " " + path);
            }
        }
        RestServer server = new RestServer(
                "127.0.0.1",
                0,
                new Services(
                        "default",
                        () -> URI.create("http://127.0.0.1"),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        Optional.empty(),
                        () -> "",
                        status -> {}));

        assertThat(described).isEqualTo(server.routes());
    }

    @Test
    void everyReference_pointsAtSomething() throws Exception {
        String specification = specification();
        Matcher reference = REFERENCE.matcher(specification);
        int references = 0;
        while (reference.find()) {
            references++;
            String section = specification.substring(specification.indexOf("\n  " + reference.group(1) + ":"));
            assertThat(section).as(reference.group()).containsPattern("\n    " + reference.group(2) + ":");
        }
        assertThat(references).isGreaterThan(50);
    }
}
