package io.hdfsthrottle.fakes;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Captures one class's log from warnings on, while open; tests are silent otherwise. For one test at a time. */
public final class LogLines implements AutoCloseable {

    private static final int WARNINGS = 30;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream before = System.err;
    private final Logger logger;
    private final int level;

    /** Captures the log of this class. */
    public LogLines(Class<?> writer) {
        logger = LoggerFactory.getLogger(writer);
        level = level(WARNINGS);
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    /** What was said so far: level, class and message of each line. */
    public List<String> all() {
        return said.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(logger.getName()))
                .collect(Collectors.toUnmodifiableList());
    }

    /** Uses reflection: the logger of tests cannot change its level once created. */
    private int level(int level) {
        try {
            Field field = logger.getClass().getDeclaredField("currentLogLevel");
            field.setAccessible(true);
            int former = field.getInt(logger);
            field.setInt(logger, level);
            return former;
        } catch (ReflectiveOperationException another) {
            throw new IllegalStateException("tests log with another library than slf4j-simple 1.7", another);
        }
    }

    @Override
    public void close() {
        System.setErr(before);
        int unused = level(level);
    }
}
