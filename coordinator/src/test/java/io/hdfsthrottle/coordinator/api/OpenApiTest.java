package io.hdfsthrottle.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.CoordinatorSettings;
import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.access.Access;
import io.hdfsthrottle.coordinator.admission.Admission;
import io.hdfsthrottle.coordinator.api.page.PageRoutes;
import io.hdfsthrottle.coordinator.api.token.RevocationRoutes;
import io.hdfsthrottle.coordinator.api.token.TokenRoutes;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.feature.Features;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.policy.PolicyConcern;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.TermParts;
import io.hdfsthrottle.tls.TlsFiles;
import io.hdfsthrottle.unit.Ticker;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class OpenApiTest {
    private static final Pattern PATH = Pattern.compile("^  (/[^:]*):$");
    private static final Pattern METHOD = Pattern.compile("^    (get|put|post|delete):$");
    private static final Pattern ROLE = Pattern.compile("(?:bearer|negotiate): \\[(\\w+)\\]");
    private static final Pattern REFERENCE = Pattern.compile("\\$ref: \"#/components/(\\w+)/(\\w+)\"");

    private static String specification() throws Exception {
        try (var resource = OpenApiTest.class.getResourceAsStream("/openapi.yaml")) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Features features() throws Exception {
        MemoryStore store = new MemoryStore();
        Features features = new Features(
                new FeatureContext.Core(
                        Clock.systemUTC(),
                        Ticker.system(),
                        store,
                        new Replicated<>(PolicyConcern.POLICY, store),
                        new NodeBook(Ticker.system(), Duration.ofSeconds(10), 10, 10),
                        null,
                        null,
                        null,
                        null,
                        null,
                        Optional.empty(),
                        () -> {},
                        () -> {}),
                new TermParts(),
                (name, what, value) -> {});
        features.join(CoordinatorSettings.of(Map.of(), key -> "the test").features());
        return features;
    }

    @Test
    void specification_describesExactlyTheRoutesThatAreAnswered_andTheRoleOfEach() throws Exception {
        Map<String, String> described = new TreeMap<>();
        String path = "";
        String route = "";
        for (String line : specification().lines().toList()) {
            Matcher atPath = PATH.matcher(line);
            Matcher atMethod = METHOD.matcher(line);
            if (atPath.matches()) {
                path = atPath.group(1);
            } else if (atMethod.matches()) {
                route = atMethod.group(1).toUpperCase(java.util.Locale.ROOT) + " " + path;
                described.put(route, "undescribed");
            } else if (line.startsWith("      security:")) {
                Matcher role = ROLE.matcher(line);
                described.put(route, role.find() ? role.group(1) : "nothing");
            }
        }
        RestServer server = new RestServer(
                "127.0.0.1",
                0,
                TlsFiles.NONE,
                new Services(
                        "default",
                        () -> URI.create("http://127.0.0.1"),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        Access.open(
                                CoordinatorSettings.of(Map.of(), key -> "the test")
                                        .access(),
                                Set.of(),
                                () -> {
                                    throw new IllegalStateException("nobody asks");
                                },
                                "default",
                                Clock.systemUTC(),
                                "localhost"),
                        null,
                        new Admission(
                                CoordinatorSettings.of(Map.of(), key -> "the test")
                                        .limits(),
                                Ticker.system(),
                                refusal -> {}),
                        Stream.concat(
                                        features().routes().stream(),
                                        Stream.of(
                                                new TokenRoutes(null, null),
                                                new RevocationRoutes(null, null),
                                                new PageRoutes()))
                                .toList(),
                        true,
                        () -> "",
                        status -> {}));

        Map<String, String> declared = new TreeMap<>();
        server.routes().forEach((answered, needs) -> declared.put(answered, needs.toString()));
        assertThat(described).isEqualTo(declared);
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
