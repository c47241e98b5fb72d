package io.hdfsthrottle.gaps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opentest4j.AssertionFailedError;

/** A page of {@code docs/reference} in the making: made of what it describes, and compared with what is there. */
public final class ReferencePage {

    private static final Path DOCS = docs();
    private static final Pattern PLACE = Pattern.compile("\\(docs/([\\w-]+)\\.md(#[\\w-]+)?\\)");

    private static final Pattern GETTER = Pattern.compile(
            "(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*)?(?:public )?[\\w<>]+ (?:get|is)([A-Z]\\w*)\\(\\)(?: \\{|;)");

    private final String name;
    private final StringBuilder text = new StringBuilder();

    /**
     * Begins one.
     *
     * @param name of the file, without its ending
     * @param title its heading
     * @param made what it is made of, and what else its readers should know
     */
    public ReferencePage(String name, String title, String made) {
        this.name = name;
        text.append("# ").append(title).append('\n');
        paragraph(made);
    }

    /** Lines of their own. */
    public ReferencePage paragraph(String lines) {
        text.append('\n').append(linked(lines)).append('\n');
        return this;
    }

    /** A section. */
    public ReferencePage heading(String heading) {
        return paragraph("## " + heading);
    }

    /** A block of text as it stands. */
    public ReferencePage block(String block) {
        text.append("\n```text\n").append(block).append("\n```\n");
        return this;
    }

    /** Begins a table. */
    public ReferencePage table(String... columns) {
        text.append('\n');
        row(columns);
        text.append('|').append(String.join("", Collections.nCopies(columns.length, "---|")));
        text.append('\n');
        return this;
    }

    /** A row of the table that was begun; what is to break no line and no cell does not. */
    public ReferencePage row(String... cells) {
        text.append(Stream.of(cells)
                        .map(cell -> linked(cell.strip().replaceAll("\\s+", " ").replace("|", "\\|")))
                        .collect(Collectors.joining(" | ", "| ", " |")))
                .append('\n');
        return this;
    }

    /** A row for each getter of a bean, from its comment in the source: attributes, or members with a small letter. */
    public ReferencePage getters(Path source, boolean areAttributes) throws IOException {
        Matcher getter = GETTER.matcher(Files.readString(source));
        while (getter.find()) {
            if (getter.group(1) == null) {
                throw new AssertionError(source + ": " + getter.group(2) + " has no comment");
            }
            String first = getter.group(2).substring(0, 1);
            String member = areAttributes ? first : first.toLowerCase(Locale.ROOT);
            row(
                    code(member + getter.group(2).substring(1)),
                    getter.group(1)
                            .replaceAll("\\s*\n\\s*\\*", " ")
                            .replaceAll("\\{@(?:code|value|link)\\s+([^}]*)}", "`$1`"));
        }
        return this;
    }

    /** Of the project that the working folder is in. */
    private static Path docs() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("docs").resolve("reference"))) {
            folder = folder.getParent();
        }
        return folder.resolve("docs");
    }

    /** Texts name places in documents from the root: {@code (docs/disks.md#launch)}. */
    private static String linked(String cell) {
        return PLACE.matcher(cell).replaceAll("([$1](../$1.md$2))");
    }

    /** A name as code. */
    public static String code(String name) {
        return name.isEmpty() ? "" : "`" + name + "`";
    }

    /** Names as code, separated by commas. */
    public static String codes(List<String> names) {
        return names.stream().map(ReferencePage::code).collect(Collectors.joining(", "));
    }

    /** Fails unless the file has this text; says how to make it again. */
    public void check() throws IOException {
        Path there = DOCS.resolve("reference").resolve(name + ".md");
        Path made = Files.createDirectories(Path.of("target", "reference")).resolve(name + ".md");
        Files.writeString(made, text);
        String now = Files.exists(there) ? Files.readString(there) : "";
        if (!now.contentEquals(text)) {
            String again =
                    "cp " + made.toAbsolutePath() + " " + there.toAbsolutePath().normalize();
            throw new AssertionFailedError(
                    "docs/reference/" + name + ".md is not what it describes; make it again: " + again,
                    now,
                    text.toString());
        }
    }
}
