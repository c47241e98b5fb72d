package io.hdfsthrottle.spark;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/** What the plugin wrote to the log since this was opened: level and message of each line. */
public final class LogLines extends AbstractAppender implements AutoCloseable {

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    private LogLines() {
        super("captured", null, null, false, Property.EMPTY_ARRAY);
    }

    public static LogLines captured() {
        LogLines captured = new LogLines();
        captured.start();
        plugin().addAppender(captured, null, null);
        return captured;
    }

    private static LoggerConfig plugin() {
        return ((LoggerContext) LogManager.getContext(false)).getConfiguration().getLoggerConfig("io.hdfsthrottle");
    }

    @Override
    public void append(LogEvent event) {
        lines.add(event.getLevel() + " " + event.getMessage().getFormattedMessage());
    }

    public List<String> all() {
        return List.copyOf(lines);
    }

    public List<String> warnings() {
        return lines.stream().filter(line -> line.startsWith("WARN")).collect(Collectors.toUnmodifiableList());
    }

    @Override
    public void close() {
        plugin().removeAppender("captured");
        stop();
    }
}
