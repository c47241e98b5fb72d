package io.hdfsthrottle.jobs;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.input.PortableDataStream;

/** A file read by Spark's own {@code binaryFiles}, with its expected contents. */
final class CheckedFile implements Serializable {

    private static final long serialVersionUID = 1L;

    private final PortableDataStream stream;
    private final String sha256;

    private CheckedFile(PortableDataStream stream, String sha256) {
        this.stream = stream;
        this.sha256 = sha256;
    }

    /**
     * The files of these folders, separated by commas, in the order of their paths. Waits until the manifest appears,
     * which has a line for each file written: its path in HDFS, its length and its SHA-256 in hex, with tabs between.
     */
    static List<CheckedFile> in(JavaSparkContext spark, String folders, java.nio.file.Path manifest)
            throws IOException, InterruptedException {
        StartGate.awaitFile(manifest);
        Map<String, String> digests = Files.readAllLines(manifest, StandardCharsets.UTF_8).stream()
                .map(line -> line.split("\t", -1))
                .collect(Collectors.toMap(column -> column[0], column -> column[2]));
        return spark.binaryFiles(folders).values().collect().stream()
                .sorted((a, b) -> a.getPath().compareTo(b.getPath()))
                .map(stream -> new CheckedFile(stream, digest(stream, digests)))
                .collect(Collectors.toList());
    }

    private static String digest(PortableDataStream stream, Map<String, String> digests) {
        return Optional.ofNullable(digests.get(path(stream)))
                .orElseThrow(() -> new IllegalStateException(path(stream) + " is not in the manifest"));
    }

    private static String path(PortableDataStream stream) {
        return new Path(stream.getPath()).toUri().getPath();
    }

    /** Its folder. */
    String folder() {
        String path = path(stream);
        return path.substring(0, path.lastIndexOf('/'));
    }

    /** Warms up: loads classes and contacts HDFS before time is measured. */
    void touch() throws IOException {
        try (DataInputStream in = stream.open()) {
            in.readByte();
        }
    }

    /**
     * Reads it.
     *
     * @param arrived called with the number of bytes as they arrive
     * @return whether its contents were as expected; empty when time was up before its end
     */
    Optional<Boolean> readUntil(long stopMillis, byte[] buffer, LongConsumer arrived) throws IOException {
        MessageDigest digest = Sha256.start();
        try (DataInputStream in = stream.open()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (System.currentTimeMillis() >= stopMillis) {
                    return Optional.empty();
                }
                arrived.accept(read);
                digest.update(buffer, 0, read);
            }
        }
        return Optional.of(Sha256.hex(digest.digest()).equals(sha256));
    }
}
