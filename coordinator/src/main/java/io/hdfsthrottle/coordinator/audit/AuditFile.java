package io.hdfsthrottle.coordinator.audit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy;
import ch.qos.logback.core.status.Status;
import ch.qos.logback.core.util.FileSize;
import com.google.common.util.concurrent.MoreExecutors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ExecutorService;
import org.slf4j.LoggerFactory;

/**
 * The audit log in separate files, one line per event: append-only; rotated every day and at a size; the oldest removed
 * when all exceed a size, or after a year. Each line has reached the operating system when {@link #append} returns.
 * Errors, such as a full disk, go to the coordinator's log.
 */
final class AuditFile implements AutoCloseable {
    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(AuditFile.class);
    private static final int DAYS_KEPT = 366;

    private final LoggerContext context;
    private final Logger logger;

    private AuditFile(LoggerContext context, Logger logger) {
        this.context = context;
        this.logger = logger;
    }

    /** @throws IOException if the file cannot be written */
    static AuditFile open(Path file, AuditSettings settings) throws IOException {
        LoggerContext context = new OneThread();
        context.setName("hdfs-throttle-audit");
        context.setMDCAdapter(new LogbackMDCAdapter());
        context.getStatusManager().add(AuditFile::warn);
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setPattern("%msg%n");
        encoder.start();
        OwnFile appender = new OwnFile();
        appender.setContext(context);
        appender.setName("audit");
        appender.setFile(file.toString());
        appender.setAppend(true);
        appender.setEncoder(encoder);
        SizeAndTimeBasedRollingPolicy<ILoggingEvent> rolling = new SizeAndTimeBasedRollingPolicy<>();
        rolling.setContext(context);
        rolling.setParent(appender);
        rolling.setFileNamePattern(file.toString().replaceAll("([%()\\\\])", "\\\\$1") + ".%d{yyyy-MM-dd}.%i");
        rolling.setMaxFileSize(new FileSize(settings.fileBytes()));
        rolling.setTotalSizeCap(new FileSize(settings.totalBytes()));
        rolling.setMaxHistory(DAYS_KEPT);
        rolling.start();
        appender.setRollingPolicy(rolling);
        appender.start();
        if (!rolling.isStarted() || !appender.isStarted()) {
            context.stop();
            throw new IOException("audit.file = " + file + " cannot be written; a good value is a file in a folder that"
                    + " the coordinator's user may write, such as /var/log/hdfs-throttle/audit.log");
        }
        Logger logger = context.getLogger("audit");
        logger.setLevel(Level.INFO);
        logger.addAppender(appender);
        return new AuditFile(context, logger);
    }

    private static void warn(Status status) {
        if (status.getEffectiveLevel() >= Status.WARN) {
            LOG.error("The audit log: {}", status.getMessage(), status.getThrowable());
        }
    }

    void append(String line) {
        logger.info("{}", line);
    }

    @Override
    public void close() {
        context.stop();
    }

    /**
     * Removes old files in the thread that appends. Logback's removers of one policy share a calendar without a lock:
     * two at a time compute wrong days and remove files that were to be kept.
     */
    private static final class OneThread extends LoggerContext {
        private final ExecutorService itself = MoreExecutors.newDirectExecutorService();

        @Override
        public synchronized ExecutorService getAlternateExecutorService() {
            return itself;
        }
    }

    /** Creates files that only the user and the group can read. */
    private static final class OwnFile extends RollingFileAppender<ILoggingEvent> {
        @Override
        public void openFile(String name) throws IOException {
            Path path = Path.of(name);
            if (Files.notExists(path)) {
                Path folder = path.toAbsolutePath().getParent();
                Files.createDirectories(folder);
                Files.createFile(
                        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----")));
            }
            super.openFile(name);
        }
    }
}
