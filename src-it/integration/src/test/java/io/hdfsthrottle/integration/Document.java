package io.hdfsthrottle.integration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One Markdown file, and what is in it: headings, links, blocks of code and code within lines. Immutable. */
final class Document {

    private static final Pattern FENCE = Pattern.compile("^\\s*```(.*)$");
    private static final Pattern HEADING = Pattern.compile("^#{1,6}\\s+(.*?)\\s*$");
    private static final Pattern LINK = Pattern.compile("]\\(([^()\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private final String name;
    private final Path file;
    private final String text;
    private final StringBuilder prose = new StringBuilder();
    private final List<Block> blocks = new ArrayList<>();

    /**
     * A block of code.
     *
     * @param language what stands behind the opening fence: {@code sh}, {@code sh on=datanodes}, {@code text}
     * @param follows whether only empty lines are between it and the block before
     */
    record Block(String language, String code, boolean follows) {}

    private Document(String name, Path file, String text) {
        this.name = name;
        this.file = file;
        this.text = text;
        split();
    }

    static Document read(Path root, String name) {
        Path file = root.resolve(name);
        try {
            return new Document(name, file, Files.readString(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Every Markdown file of the project. */
    static List<Document> all(Path root) {
        return ProjectFiles.below(root, name -> name.endsWith(".md")).stream()
                .map(name -> read(root, name))
                .toList();
    }

    /** Those that users read: the README, the files of {@code docs}, and the pages that are made. */
    static List<Document> forUsers(Path root) {
        return all(root).stream()
                .filter(document -> document.name.matches("README.md|docs/((evidence|reference)/)?[^/]+"))
                .toList();
    }

    private void split() {
        StringBuilder code = null;
        String language = "";
        boolean follows = false;
        for (String line : text.lines().toList()) {
            Matcher fence = FENCE.matcher(line);
            if (fence.matches() && code == null) {
                code = new StringBuilder();
                language = fence.group(1).strip();
            } else if (fence.matches()) {
                blocks.add(new Block(language, code.toString().stripIndent(), follows));
                code = null;
                follows = true;
            } else if (code != null) {
                code.append(line).append('\n');
            } else {
                prose.append(line).append('\n');
                follows &= line.isBlank();
            }
        }
    }

    String name() {
        return name;
    }

    Path file() {
        return file;
    }

    String text() {
        return text;
    }

    /** The lines outside of blocks of code. */
    String prose() {
        return prose.toString();
    }

    List<Block> blocks() {
        return blocks;
    }

    /** The targets of links and pictures. */
    List<String> links() {
        return groups(LINK, CODE.matcher(prose()).replaceAll(""));
    }

    /** Code within lines. */
    List<String> codeInLines() {
        return groups(CODE, prose());
    }

    /** The anchors of its headings, made as GitHub makes them. */
    Set<String> anchors() {
        Set<String> anchors = new TreeSet<>();
        Map<String, Integer> seen = new HashMap<>();
        prose().lines().map(HEADING::matcher).filter(Matcher::matches).forEach(heading -> {
            String anchor = heading.group(1)
                    .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        });
        return anchors;
    }

    /** The rows of the tables whose heading line is this, each a list of its cells. */
    List<List<List<String>>> tables(String heading) {
        List<List<List<String>>> tables = new ArrayList<>();
        List<List<String>> rows = null;
        for (String line : prose().lines().toList()) {
            if (line.strip().equals(heading)) {
                rows = new ArrayList<>();
                tables.add(rows);
            } else if (rows != null && line.startsWith("|")) {
                if (!line.startsWith("|---")) {
                    rows.add(Stream.of(line.substring(1).split("\\|", -1))
                            .map(String::strip)
                            .toList());
                }
            } else {
                rows = null;
            }
        }
        return tables;
    }

    /** What the first group of the pattern matched, in order. */
    static List<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(result -> result.group(1)).toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
