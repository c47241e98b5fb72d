package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One line of a manifest: a file written into HDFS with its length and digest, by which readers verify it. */
final class FileFacts implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String path;
    private final long length;
    private final String sha256;

    FileFacts(String path, long length, String sha256) {
        this.path = path;
        this.length = length;
        this.sha256 = sha256;
    }

    String sha256() {
        return sha256;
    }

    /** Writes one tab-separated line per file: path inside HDFS, length in bytes, SHA-256 in hex. */
    static void writeAll(Path manifest, List<FileFacts> facts) throws IOException {
        List<String> lines = new ArrayList<>();
        for (FileFacts fact : facts) {
            lines.add(fact.path + "\t" + fact.length + "\t" + fact.sha256);
        }
        Files.write(manifest, lines, StandardCharsets.UTF_8);
    }

    /** The manifest's files by their path inside HDFS. */
    static Map<String, FileFacts> readAll(Path manifest) throws IOException {
        return Files.readAllLines(manifest, StandardCharsets.UTF_8).stream()
                .map(line -> line.split("\t", -1))
                .collect(Collectors.toMap(
                        column -> column[0], column -> new FileFacts(column[0], Long.parseLong(column[1]), column[2])));
    }
}
