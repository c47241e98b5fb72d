package io.hdfsthrottle.containers;

import io.hdfsthrottle.gaps.Tier;
import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The Docker engine of this JVM's tests, from {@code src-it/containers/engine}: started before the first class that
 * needs it. It reads its standard input from this JVM and stops at its end, so after what Testcontainers does when a
 * JVM ends, and also when this one is killed.
 */
final class Engine implements BeforeAllCallback {

    private static final String SETTINGS = ".testcontainers.properties";
    private static final String ADDRESS = "docker.host=";

    @Override
    public void beforeAll(ExtensionContext context) {
        Optional<String> missing = Stream.of("engine", "base-image", "spark")
                .flatMap(script -> missing(List.of(script, "--check")).stream())
                .findFirst();
        Tier.current().needsPrivilege(missing.isEmpty(), missing.orElse("needs root, for containers"));
        context.getRoot()
                .getStore(ExtensionContext.Namespace.create(Engine.class))
                .getOrComputeIfAbsent(Process.class, unused -> start(), Process.class);
    }

    /** What a script of this module says is missing; nothing if it ends with 0. */
    private static Optional<String> missing(List<String> check) {
        Ended ended = Ended.of(check, Map.of());
        return ended.code() == 0 ? Optional.empty() : Optional.of(ended.output());
    }

    private static Process start() {
        Path home = Path.of(System.getProperty("user.home"));
        try {
            Files.createDirectories(home);
            Process process = builder(List.of("engine", "run", "sh", "-c", "echo " + ADDRESS + "$DOCKER_HOST; cat"))
                    .start();
            String line = process.inputReader(StandardCharsets.UTF_8).readLine();
            if (line == null || !line.startsWith(ADDRESS)) {
                throw new IllegalStateException("src-it/containers/engine does not start; its error is above");
            }
            Files.write(
                    home.resolve(SETTINGS),
                    List.of(line, "checks.disable=true", "pull.policy=" + NeverPull.class.getName()));
            return process;
        } catch (IOException unable) {
            throw new UncheckedIOException(unable);
        }
    }

    /** Runs a script of this module with the engine's address; returns what it prints. */
    static String script(String... command) {
        Path settings = Path.of(System.getProperty("user.home"), SETTINGS);
        Ended ended;
        try {
            String address = Files.readAllLines(settings).get(0).substring(ADDRESS.length());
            ended = Ended.of(List.of(command), Map.of("DOCKER_HOST", address));
        } catch (IOException unable) {
            throw new UncheckedIOException(unable);
        }
        if (ended.code() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " ended with " + ended.code());
        }
        return ended.output();
    }

    private static ProcessBuilder builder(List<String> command) {
        Path folder = Repository.find().root().resolve("src-it/containers");
        List<String> line = new ArrayList<>(command);
        line.set(0, folder.resolve(command.get(0)).toString());
        return new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    private record Ended(int code, String output) {

        static Ended of(List<String> command, Map<String, String> environment) {
            ProcessBuilder builder = builder(command);
            builder.environment().putAll(environment);
            try {
                Process process = builder.start();
                process.getOutputStream().close();
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return new Ended(process.waitFor(), output.strip());
            } catch (IOException unable) {
                throw new UncheckedIOException(unable);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(stopped);
            }
        }
    }
}
