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
public final class Arguments {

    private final Map<String, String> values = new LinkedHashMap<>();

    /** Parses the arguments. */
    public Arguments(String[] arguments) {
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException("expected name=value, not '" + argument + "'");
            }
            values.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
    }

    /** Whether it was given. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** The argument's text. */
    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("argument '" + name + "=...' is missing; given: " + values.keySet());
        }
        return value;
    }

    /** The argument as a number. */
    public long number(String name) {
        return Long.parseLong(text(name));
    }

    /** The argument as a number that fits into an int. */
    public int count(String name) {
        return Math.toIntExact(number(name));
    }

    /** The argument as a local file. */
    public Path file(String name) {
        return Paths.get(text(name));
    }

    /** Writes a line of JSON into the local file of the argument {@code result}. */
    public void writeResult(String json, Object... figures) throws IOException {
        String line = String.format(Locale.ROOT, json + "%n", figures);
        Files.write(file("result"), line.getBytes(StandardCharsets.UTF_8));
    }

    /** Prints what a job wrote and read: whether the number of rows, and a sum over them, are the same. */
    static void printVerdict(String job, long rows, long sum, long readRows, long readSum) {
        System.out.printf(
                "{\"job\":\"%s\",\"rows\":%d,\"sum\":%d,\"matches\":%b}%n",
                job, readRows, readSum, rows == readRows && sum == readSum);
    }
}
