package io.hdfsthrottle.gaps;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * JUnit listener that appends a line {@code NAME: REASON} to {@code target/gaps.txt} for each test, and for each class
 * as a whole, that was skipped or aborted. Surefire's reports lack classes that abort in {@code @BeforeAll}. JUnit
 * discovers this listener itself.
 */
public final class GapListener implements TestExecutionListener {

    private final Path file;

    /** For JUnit: uses the file of the module whose tests run, which is the current folder. */
    public GapListener() {
        this(Path.of("target", "gaps.txt"));
    }

    GapListener(Path file) {
        this.file = file;
    }

    /** Creates an empty file even if nothing is skipped: its absence shows a module without this listener. */
    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        append(List.of());
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        record(test, reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            record(test, result.getThrowable().map(Throwable::getMessage).orElse("no reason given"));
        }
    }

    private void record(TestIdentifier test, String reason) {
        append(List.of(name(test) + ": "
                + reason.replaceFirst("^Assumption failed: ", "").replaceAll("\\s+", " ")));
    }

    private static String name(TestIdentifier test) {
        TestSource source = test.getSource().orElse(null);
        if (source instanceof MethodSource) {
            MethodSource method = (MethodSource) source;
            return simple(method.getClassName()) + "#" + method.getMethodName();
        }
        return source instanceof ClassSource ? simple(((ClassSource) source).getClassName()) : test.getDisplayName();
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    private synchronized void append(List<String> lines) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
