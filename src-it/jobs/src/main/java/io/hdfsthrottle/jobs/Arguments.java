package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The {@code name=value} arguments of a job; a missing one ends the job with its name. */
final class Arguments {
    private static final long POLL_MILLIS = 20;

    private final Map<String, String> values = new LinkedHashMap<>();

    Arguments(String[] arguments) {
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            if (parts.length < 2) {
                throw new IllegalArgumentException("expected name=value, not '" + argument + "'");
            }
            values.put(parts[0], parts[1]);
        }
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    String text(String name) {
        if (!has(name)) {
            throw new IllegalArgumentException("argument '" + name + "=...' is missing; given: " + values.keySet());
        }
        return values.get(name);
    }

    long number(String name) {
        return Long.parseLong(text(name));
    }

    int count(String name) {
        return Math.toIntExact(number(name));
    }

    Path file(String name) {
        return Paths.get(text(name));
    }

    /**
     * A barrier at which the drivers of several applications start together: creates the file of the argument
     * {@code ready}, and returns when that of {@code gate} exists; at once without one.
     */
    void passGate() throws IOException, InterruptedException {
        if (has("gate")) {
            Files.createFile(file("ready"));
            awaitFile(file("gate"));
        }
    }

    static void awaitFile(Path file) throws InterruptedException {
        while (!Files.exists(file)) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Writes a line of JSON into the local file of the argument {@code result}. */
    void writeResult(String json, Object... figures) throws IOException {
        String line = String.format(Locale.ROOT, json + "%n", figures);
        Files.write(file("result"), line.getBytes(StandardCharsets.UTF_8));
    }

    /** Prints what a job wrote and read: whether the number of rows, and a sum over them, are the same. */
    static void printVerdict(String job, long rows, long sum, long readRows, long readSum) {
        boolean matches = rows == readRows && sum == readSum;
        printLine("{\"job\":\"%s\",\"rows\":%d,\"sum\":%d,\"matches\":%b}", job, readRows, readSum, matches);
    }

    /**
     * Prints a line with a single write, so that no line of the log gets into it: both go to one file, and {@code
     * printf} writes each of its arguments by itself.
     */
    static void printLine(String format, Object... values) {
        System.out.print(String.format(Locale.ROOT, format, values) + "\n");
    }
}
