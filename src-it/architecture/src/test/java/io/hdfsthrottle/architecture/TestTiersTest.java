package io.hdfsthrottle.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** No test falls between the runs: quick, default and all. Reads the test sources of every module. */
final class TestTiersTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final String SOURCES = "src/test/java";
    private static final Pattern TEST =
            Pattern.compile("(?m)^ *@(?:Test|ParameterizedTest|TestFactory|TestTemplate|RepeatedTest)\\b");
    private static final Pattern TAG = Pattern.compile("@Tag\\(([^)]*)\\)");
    private static final Pattern CLASS_TAG = Pattern.compile("(?m)^@Tag\\(\"([^\"]*)\"\\)");

    private final List<String> wrong = new ArrayList<>();

    @Test
    void everyTestClass_belongsToExactlyOneTier() throws IOException {
        int tests = 0;
        for (Path file : testSources()) {
            String source = Files.readString(file);
            if (TEST.matcher(source).find()) {
                tests++;
                check(file, source);
            } else if (TAG.matcher(source).find()) {
                wrong.add(file + ": tags without a test");
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(tests).isGreaterThan(300);
    }

    private void check(Path file, String source) throws IOException {
        Path module = file;
        while (!module.endsWith(SOURCES)) {
            module = module.getParent();
        }
        module = module.getParent().getParent().getParent();
        String name = file.getFileName().toString();
        Set<String> tags = found(TAG, source);
        Set<String> ofClass = found(CLASS_TAG, source);
        if (name.endsWith("Test.java")) {
            expect(Set.of("\"slow\"", "\"all\"").containsAll(tags), file, "unknown tag among " + tags);
            expect(ofClass.size() <= 1, file, "one tier, not " + ofClass);
        } else if (name.endsWith("IT.java")) {
            expect(Set.of("\"alone\"", "\"all\"").containsAll(tags), file, "unknown tag among " + tags);
            expect(
                    Files.readString(module.resolve("pom.xml")).contains("maven-failsafe-plugin"),
                    file,
                    "its module runs no integration tests");
        } else {
            wrong.add(file + ": neither *Test nor *IT");
        }
        expect(isBuilt(module), file, "no build has its module");
    }

    private void expect(boolean holds, Path file, String otherwise) {
        if (!holds) {
            wrong.add(file + ": " + otherwise);
        }
    }

    /** Whether the POM of a folder above names the module, and so on up to the root. */
    private static boolean isBuilt(Path module) throws IOException {
        for (Path above = module.getParent(); above.startsWith(ROOT); above = above.getParent()) {
            Path pom = above.resolve("pom.xml");
            String named = "<module>" + above.relativize(module) + "</module>";
            if (Files.exists(pom) && Files.readString(pom).contains(named)) {
                return above.equals(ROOT) || isBuilt(above);
            }
        }
        return false;
    }

    private static Set<String> found(Pattern pattern, String source) {
        return pattern.matcher(source)
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Path> testSources() throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean made = name.equals("target") || (name.startsWith(".") && !name.equals(".."));
                return made ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().contains(SOURCES) && file.toString().endsWith(".java")) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }
}
