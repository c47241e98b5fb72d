package io.hdfsthrottle.architecture;

import static io.hdfsthrottle.gaps.ReferencePage.code;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.gaps.ReferencePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of log lines is what the logger calls of the sources say, with the explanations of log-lines.txt. */
final class LogLinesPageTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final List<String> MODULES =
            List.of("coordinator", "coordinator/cli", "datanode-hook", "hdfs-throttle", "spark-plugin");
    private static final List<String> SECTIONS = List.of("DataNode", "Coordinator", "Spark", "All three");

    private static final Pattern CALL = Pattern.compile("\\b(?:LOG|log)(?:\\(\\))?\\s*\\.\\s*(info|warn|error)\\(");
    private static final String LITERAL = "\"([^\"\\\\]*(?:\\\\.[^\"\\\\]*)*)\"";
    private static final Pattern TEXT = Pattern.compile(LITERAL);
    private static final Pattern TOKEN =
            Pattern.compile(LITERAL + "|'(?:\\\\.|[^'\\\\])*'|[(\\[{)\\]},]|[^\"'()\\[\\]{},]+");
    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final Pattern ENDING =
            Pattern.compile("(?:\\.(?:get|label|orElseThrow|toSeconds|toMillis)\\(\\))+$");
    private static final Pattern REASON = Pattern.compile("(?s).*\\.(?:getMessage|toString)\\(\\)");
    private static final Pattern CONSTANT = Pattern.compile("(?:([A-Z]\\w*)\\.)?([A-Z][A-Z0-9_]+)");
    private static final Pattern HELPER = Pattern.compile("(?:[A-Z]\\w*\\.)?[a-z]\\w*\\(([\\w.]+(?:\\(\\))?)\\)");
    private static final Pattern CHAIN = Pattern.compile(
            "(?:\\w+(?:\\([\\w.]*(?:\\(\\))?\\))?\\.)*(?:get(?=[A-Z]))?(\\w+)(?:\\([\\w.]*(?:\\(\\))?\\))?");

    private final Map<String, String> sources = new TreeMap<>();
    private final List<Explanation> explanations = new ArrayList<>();

    /** What a fragment of a line means in the log of a section. */
    private record Explanation(String section, String fragment, String meaning) {}

    /** A call of a logger. */
    private record Line(String section, String type, String level, String format, String message) {

        boolean contains(Explanation explanation) {
            return section.equals(explanation.section) && format.contains(explanation.fragment);
        }
    }

    @Test
    void page_hasEveryWarningAndError_andWhatIsExplained() throws IOException {
        readSources();
        readExplanations();
        List<Line> lines = lines();
        ReferencePage page = new ReferencePage(
                "log-lines",
                "Log lines",
                "Made from the sources: every warning and error, and what is explained besides. `{name}` stands for a"
                        + " value, `{…}` for one without a name. `hdfs-throttle: ` before a message is left out, and"
                        + " so are lines that consist of values only.");
        for (String section : SECTIONS) {
            page.heading(section).table("level", "message", "class", "meaning, and what to do");
            rows(section, lines).forEach(row -> page.row(row.toArray(String[]::new)));
            Set<List<String>> parts = parts(section, lines);
            if (!parts.isEmpty()) {
                page.paragraph("Values in lines:").table("line contains", "class", "meaning, and what to do");
                parts.forEach(row -> page.row(row.toArray(String[]::new)));
            }
        }
        page.check();
        assertThat(lines).hasSizeGreaterThan(100);
    }

    private Set<List<String>> rows(String section, List<Line> lines) {
        Set<List<String>> rows = new LinkedHashSet<>();
        for (Line line : lines) {
            String meaning = explanations.stream()
                    .filter(line::contains)
                    .map(Explanation::meaning)
                    .findFirst()
                    .orElse("");
            if (line.section.equals(section) && (!line.level.equals("info") || !meaning.isEmpty())) {
                rows.add(List.of(line.level, code(line.message), code(line.type), meaning));
            }
        }
        return rows;
    }

    /** What is explained, and is in no call of a logger itself: it is somewhere else in the sources. */
    private Set<List<String>> parts(String section, List<Line> lines) {
        Set<List<String>> parts = new LinkedHashSet<>();
        for (Explanation each : explanations) {
            if (each.section.equals(section) && lines.stream().noneMatch(line -> line.contains(each))) {
                String file = sources.keySet().stream()
                        .sorted(Comparator.comparing(name -> !section(name).equals(section)))
                        .filter(name -> texts(sources.get(name)).anyMatch(text -> text.contains(each.fragment)))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("nothing logs: " + each.fragment));
                parts.add(List.of(code(each.fragment), code(type(file)), each.meaning));
            }
        }
        return parts;
    }

    private List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        sources.forEach((file, source) -> {
            Matcher call = CALL.matcher(source);
            while (call.find()) {
                List<String> arguments = arguments(source, call.end());
                String format = format(arguments.get(0), source);
                String message = format;
                for (String argument : arguments.subList(1, arguments.size())) {
                    message = message.replaceFirst("\\{\\}", Matcher.quoteReplacement(name(argument, source)));
                }
                if (!message.replaceAll("\\{[^}]*\\}", "").matches("[^a-zA-Z]*")) {
                    lines.add(new Line(
                            section(file),
                            type(file),
                            call.group(1),
                            format,
                            message.replaceFirst("^hdfs-throttle:? ", "")));
                }
            }
        });
        return lines;
    }

    /** The arguments of a call that begin there. */
    private static List<String> arguments(String source, int from) {
        List<String> arguments = new ArrayList<>();
        StringBuilder argument = new StringBuilder();
        int depth = 0;
        Matcher token = TOKEN.matcher(source).region(from, source.length());
        while (token.find()) {
            String each = token.group();
            if (depth == 0 && each.matches("[,)]")) {
                arguments.add(argument.toString().strip());
                argument.setLength(0);
                if (each.equals(")")) {
                    return arguments;
                }
            } else {
                if (each.matches("[(\\[{]")) {
                    depth++;
                } else if (each.matches("[)\\]}]")) {
                    depth--;
                }
                argument.append(each);
            }
        }
        throw new AssertionError("a call without an end");
    }

    /** The text of an argument, with the names of what is between its literals. */
    private String format(String argument, String source) {
        StringBuilder format = new StringBuilder();
        Matcher text = TEXT.matcher(argument);
        int end = 0;
        while (text.find()) {
            format.append(between(argument.substring(end, text.start()), source))
                    .append(unescaped(text.group(1)));
            end = text.end();
        }
        return format.append(between(argument.substring(end), source)).toString();
    }

    private String between(String code, String source) {
        String expression = code.replaceAll("^[\\s+]+|[\\s+]+$", "");
        return expression.isEmpty() ? "" : name(expression, source);
    }

    private static String unescaped(String literal) {
        return literal.replace("\\\"", "\"").replace("\\n", " ").replace("\\\\", "\\");
    }

    private static Stream<String> texts(String source) {
        return TEXT.matcher(JOINT.matcher(source).replaceAll("")).results().map(text -> unescaped(text.group(1)));
    }

    /** What stands for an expression in a message: the value of a constant, or a name. */
    private String name(String expression, String source) {
        String bare = ENDING.matcher(expression).replaceFirst("");
        Matcher constant = CONSTANT.matcher(bare);
        Matcher helper = HELPER.matcher(bare);
        Matcher chain = CHAIN.matcher(bare);
        String name = "…";
        if (constant.matches()) {
            return value(constant.group(1), constant.group(2), source);
        } else if (REASON.matcher(bare).matches()) {
            name = "reason";
        } else if (helper.matches()) {
            return name(helper.group(1), source);
        } else if (chain.matches() && !chain.group(1).matches("get|of|resolve")) {
            name = chain.group(1).substring(0, 1).toLowerCase(Locale.ROOT)
                    + chain.group(1).substring(1);
        }
        return "{" + name + "}";
    }

    private String value(String type, String constant, String source) {
        String declaring = type == null
                ? source
                : sources.entrySet().stream()
                        .filter(each -> each.getKey().endsWith("/" + type + ".java"))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse("");
        Matcher value = Pattern.compile("\\b" + constant + " =\\s*(?:\"([^\"]*)\"|([0-9_]+));")
                .matcher(declaring);
        if (!value.find()) {
            return "{…}";
        }
        return value.group(1) == null ? value.group(2) : value.group(1);
    }

    private static String type(String file) {
        return file.substring(file.lastIndexOf('/') + 1).replace(".java", "");
    }

    /** In whose log a class writes. */
    private static String section(String file) {
        if (file.startsWith("coordinator/")) {
            return "Coordinator";
        }
        if (file.startsWith("spark-plugin/") || file.contains("/hdfsthrottle/client/")) {
            return "Spark";
        }
        return file.matches(".*/hdfsthrottle/(?:link|secret|tls)/.*") ? "All three" : "DataNode";
    }

    private void readSources() throws IOException {
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    String name = ROOT.relativize(file).toString().replace('\\', '/');
                    sources.put(name, Files.readString(file));
                }
            }
        }
    }

    private void readExplanations() throws IOException {
        String section = "";
        for (String line : Files.readAllLines(Path.of("src", "test", "resources", "log-lines.txt"))) {
            if (line.startsWith("# ")) {
                section = line.substring(2);
            } else if (!line.isBlank()) {
                String[] parts = line.split(" -> ", 2);
                explanations.add(new Explanation(section, parts[0], parts[1]));
            }
        }
    }
}
