package io.hdfsthrottle.integration;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The executors that run below this JVM, as processes. */
final class Executors {

    private static final String MAIN = "org.apache.spark.executor.CoarseGrainedExecutorBackend";
    private static final String ID = "--executor-id";

    private Executors() {}

    /** Those of all applications, by the id that their application knows them by. */
    static Map<String, ProcessHandle> running() {
        Map<String, ProcessHandle> running = new TreeMap<>();
        try (Stream<ProcessHandle> descendants = ProcessHandle.current().descendants()) {
            descendants.forEach(process -> {
                List<String> words = words(process);
                if (words.contains(MAIN) && words.contains(ID)) {
                    running.put(words.get(words.indexOf(ID) + 1), process);
                }
            });
        }
        return running;
    }

    /** Its command line; nothing of one that has ended. */
    private static List<String> words(ProcessHandle process) {
        try {
            String line = Files.readString(
                    Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
            return List.of(line.split("\0", -1));
        } catch (IOException ended) {
            return List.of();
        }
    }
}
