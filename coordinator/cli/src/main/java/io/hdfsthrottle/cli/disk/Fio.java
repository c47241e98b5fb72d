package io.hdfsthrottle.cli.disk;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Uses a file with fio, the tool that people who measure disks trust; the same requests as {@link DirectIo}. */
final class Fio implements Prober {

    private static final long ANSWER_SECONDS = 10;
    private static final int MOST_JOBS = 64;
    private static final String NOT_UNDERSTOOD = "fio's answer is not understood; measure with --no-fio";

    private final String version;
    private volatile Process running;
    private volatile boolean closed;

    private Fio(String version) {
        this.version = version;
    }

    /** The fio on this machine's path; nothing if there is none that answers. */
    static Optional<Fio> find() throws InterruptedException {
        try {
            Process asked = new ProcessBuilder("fio", "--version")
                    .redirectErrorStream(true)
                    .start();
            asked.getOutputStream().close();
            String version = text(asked).strip();
            boolean answered = asked.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS) && asked.exitValue() == 0;
            return answered && version.startsWith("fio-") ? Optional.of(new Fio(version)) : Optional.empty();
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    private static String text(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public String name() {
        return version;
    }

    /** Always true: fio is asked for direct I/O alone, and fails without it. */
    @Override
    public boolean isDirect(Path file) {
        return true;
    }

    @Override
    public Run run(Access access, Path file, long size, Duration length) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(access, file, size, length))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        running = process;
        if (closed) {
            process.destroy();
        }
        process.getOutputStream().close();
        String said = text(process);
        int code = process.waitFor();
        if (closed) {
            throw new InterruptedException("stopped while measuring " + file);
        }
        if (code != 0) {
            throw new IOException(version + " could not do the " + access.label() + " of " + file + " (exit code "
                    + code + "); measure with --no-fio");
        }
        return parse(said, access);
    }

    private static List<String> command(Access access, Path file, long size, Duration length) {
        String rw = (access.random() ? "rand" : "") + (access.writes() ? "write" : "read");
        return List.of(
                "fio",
                "--name=calibrate",
                // A colon would separate several files.
                "--filename=" + file.toString().replace(":", "\\:"),
                "--allow_file_create=0",
                "--ioengine=psync",
                "--direct=1",
                "--rw=" + rw,
                "--bs=" + access.requestBytes(),
                "--size=" + size,
                "--numjobs=" + access.atATime(),
                "--group_reporting",
                "--time_based",
                "--runtime=" + length.toSeconds(),
                "--output-format=json");
    }

    /** What fio said: of the one group of jobs, how many bytes in how many milliseconds. */
    static Run parse(String said, Access access) throws IOException {
        // Notes for people may stand before the JSON.
        String json = said.substring(Math.max(0, said.indexOf('{')));
        try {
            List<JsonObject> jobs = JsonObject.parse(json).objects("jobs", MOST_JOBS);
            if (jobs.isEmpty()) {
                throw new IOException(NOT_UNDERSTOOD);
            }
            JsonObject done = jobs.get(0).object(access.writes() ? "write" : "read");
            long bytes = done.count("io_bytes");
            long bytesPerSecond = done.count("bw_bytes");
            return new Run(bytes, Duration.ofNanos((long) (bytes * 1e9 / Math.max(1, bytesPerSecond))));
        } catch (MalformedJsonException strange) {
            throw new IOException(NOT_UNDERSTOOD, strange);
        }
    }

    @Override
    public void close() {
        closed = true;
        Process process = running;
        if (process != null) {
            process.destroy();
        }
    }
}
