package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan.Program;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cleans up on YARN when the processes of a deployment are gone: kills its applications, also one that waits to begin, and
 * then removes its staged files. Uses Hadoop's own clients, from Spark's JARs.
 *
 * @param spark where Spark is
 * @param conf the folder of YARN's configuration
 * @param user the owner of the applications
 */
record YarnCleanup(String spark, String conf, String user) implements Serializable {
    /** For all of it. */
    static final Duration LONGEST = Duration.ofSeconds(30);

    private static final String CLIENT = "org.apache.hadoop.yarn.client.cli.ApplicationCLI";
    private static final String FILES = "org.apache.hadoop.fs.FsShell";

    /** Timeouts, so that a client ends by itself if no process waits for it any more. */
    private static final List<String> PATIENCE = List.of(
            "-Dyarn.resourcemanager.connect.max-wait.ms=5000",
            "-Dyarn.resourcemanager.connect.retry-interval.ms=1000",
            "-Dyarn.client.application-client-protocol.poll-timeout-ms=10000",
            "-Dipc.client.connect.max.retries=1",
            "-Dipc.client.connect.max.retries.on.timeouts=1",
            "-Dipc.client.connect.timeout=5000",
            "-Dipc.client.rpc-timeout.ms=10000");

    private static final Pattern LISTED = Pattern.compile("(?m)^(application_\\d{1,20}_\\d{4,10})\\s");
    private static final Pattern SUBMITTED =
            Pattern.compile("Submitt(?:ed|ing) application (application_\\d{1,20}_\\d{4,10})\\b");
    private static final Duration ASK_AGAIN = Duration.ofMillis(500);
    private static final int LAST_WORDS = 500;

    /** @throws IllegalArgumentException if a value is invalid */
    YarnCleanup {
        if (!Path.of(spark).isAbsolute() || !Path.of(conf).isAbsolute() || !PlainText.is(user)) {
            throw new IllegalArgumentException("no farewell: " + spark + ", " + conf);
        }
    }

    /** Lists the applications of a deployment that have not ended. */
    Program list(String deployment) {
        return client(
                List.of(CLIENT, "application"),
                List.of("-list", "-appTags", deployment, "-appStates", "NEW,NEW_SAVING,SUBMITTED,ACCEPTED,RUNNING"));
    }

    /** Kills applications, and waits until they have ended. */
    Program kill(List<String> applications) {
        List<String> arguments = new ArrayList<>(List.of("-kill"));
        arguments.addAll(applications);
        return client(List.of(CLIENT, "application"), arguments);
    }

    /** Removes what Spark staged for them in the user's home; applications that never began do not do so themselves. */
    Program unstage(List<String> applications) {
        List<String> arguments = new ArrayList<>(List.of("-rm", "-r", "-f", "-skipTrash"));
        applications.forEach(each -> arguments.add(".sparkStaging/" + each));
        return client(List.of(FILES), arguments);
    }

    private Program client(List<String> program, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-classpath",
                conf + ":" + spark + "/jars/*"));
        words.addAll(program);
        words.addAll(PATIENCE);
        words.addAll(arguments);
        return new Program(words, Map.of("HADOOP_CONF_DIR", conf, "YARN_CONF_DIR", conf, "HADOOP_USER_NAME", user));
    }

    /** The applications in an answer to {@link #list}. */
    static List<String> applications(String listed) {
        List<String> applications = new ArrayList<>();
        Matcher matcher = LISTED.matcher(listed);
        while (matcher.find()) {
            applications.add(matcher.group(1));
        }
        return applications;
    }

    /** The application that a driver says in its log that it submitted. */
    static Optional<String> submitted(String log) {
        Matcher matcher = SUBMITTED.matcher(log);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /**
     * Kills the deployment's applications on YARN and removes their staged files; blocks.
     *
     * @param says where it says what does not succeed
     * @return whether YARN has no application of the deployment left that has not ended
     */
    boolean say(String deployment, PrintStream says) throws InterruptedException {
        Ticker ticker = Ticker.system();
        long deadline = ticker.nanos() + LONGEST.toNanos();
        String failure = "";
        while (deadline - ticker.nanos() > ASK_AGAIN.toNanos()) {
            try {
                Result listed = run(list(deployment), deadline - ticker.nanos());
                List<String> applications = applications(listed.said());
                if (listed.exit() == 0 && applications.isEmpty()) {
                    return true;
                }
                failure = listed.said();
                if (!applications.isEmpty()) {
                    failure = run(kill(applications), deadline - ticker.nanos()).said();
                    Result unstaged = run(unstage(applications), deadline - ticker.nanos());
                    if (unstaged.exit() != 0) {
                        says.println("what " + applications + " had staged may be left: " + end(unstaged.said()));
                    }
                }
            } catch (IOException failed) {
                failure = failed.getMessage();
            }
            Thread.sleep(ASK_AGAIN.toMillis());
        }
        says.println("YARN was not told to end the applications of " + deployment + ": " + end(failure));
        return false;
    }

    /** What a program gave: its exit code, and the end of its output. */
    private record Result(int exit, String said) {}

    private static Result run(Program program, long nanos) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(program.words()).redirectErrorStream(true);
        builder.environment().putAll(program.environment());
        Process process = builder.start();
        Tail tail = new Tail();
        Thread reader = new Thread(() -> tail.follow(process.getInputStream()), "client");
        reader.setDaemon(true);
        reader.start();
        try {
            if (!process.waitFor(nanos, TimeUnit.NANOSECONDS)) {
                throw new IOException("a client of YARN takes too long");
            }
            reader.join(Duration.ofNanos(nanos).toMillis() + 1);
            return new Result(process.exitValue(), tail.text());
        } finally {
            process.destroyForcibly();
        }
    }

    private static String end(String said) {
        return PlainText.of(said.substring(Math.max(0, said.length() - LAST_WORDS)));
    }
}
