package io.hdfsthrottle.integration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the project's scripts say about themselves when asked with {@code --help}: subcommands and options. Each is
 * asked once.
 */
final class CommandHelp {

    private static final Pattern CALL = Pattern.compile("(?:/opt/hdfs-throttle/)?(s?bin/[a-z][\\w-]*)|(hdfs-throttle)");
    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|\\\\.|[^\\s'\"\\\\])+");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])(--?[a-zA-Z][\\w-]*)");
    private static final Pattern END_OF_COMMAND = Pattern.compile("\\|\\|?|&&?|;");
    private static final String PROGRAM = "bin/hdfs-throttle";

    private final Path root;
    private final Map<List<String>, String> known = new HashMap<>();

    CommandHelp(Path root) {
        this.root = root;
    }

    /** What is wrong with the calls of our scripts in these lines of a shell; and how many calls there are. */
    int check(String code, String where, List<String> wrong) {
        int calls = 0;
        for (String line : code.replaceAll("\\\\\n\\s*", " ").split("\n", -1)) {
            List<String> words = words(line);
            for (int i = 0; i < words.size(); i++) {
                Matcher call = CALL.matcher(words.get(i));
                boolean begins = i == 0
                        || !words.get(i - 1).startsWith("-")
                        || words.get(i - 1).equals("--");
                if (call.matches() && begins) {
                    String script = call.group(1) == null ? PROGRAM : call.group(1);
                    check(script, words.subList(i + 1, end(words, i + 1)), where + ": " + line.strip(), wrong);
                    calls++;
                }
            }
        }
        return calls;
    }

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            if (word.group().startsWith("#")) {
                break;
            }
            words.add(word.group().replaceAll("[()$]", ""));
        }
        return words;
    }

    private static int end(List<String> words, int from) {
        int end = from;
        while (end < words.size() && !END_OF_COMMAND.matcher(words.get(end)).matches()) {
            end++;
        }
        return end;
    }

    private void check(String script, List<String> arguments, String where, List<String> wrong) {
        if (!Files.isExecutable(root.resolve(script))) {
            wrong.add(where + " (no script " + script + ")");
            return;
        }
        List<String> command = new ArrayList<>(List.of(script));
        for (String argument : arguments) {
            if (argument.startsWith("-") && !argument.equals("-") && !argument.equals("--")) {
                String option = argument.replaceFirst("=.*", "");
                if (!options(help(command)).contains(option)) {
                    wrong.add(where + " (no option " + option + " of " + String.join(" ", command) + ")");
                }
            } else if (script.equals(PROGRAM)) {
                Set<String> below = subcommands(help(command));
                if (below.contains(argument)) {
                    command.add(argument);
                } else if (command.size() == 1) {
                    wrong.add(where + " (no command " + argument + ")");
                    return;
                }
            }
        }
    }

    private static Set<String> options(String help) {
        Set<String> options = new TreeSet<>();
        Matcher option = OPTION.matcher(help);
        while (option.find()) {
            options.add(option.group(1));
        }
        return options;
    }

    private static Set<String> subcommands(String help) {
        int commands = help.indexOf("Commands:");
        return commands < 0
                ? Set.of()
                : new TreeSet<>(Document.groups(Pattern.compile("(?m)^ {2}([a-z][\\w-]*)"), help.substring(commands)));
    }

    private String help(List<String> command) {
        return known.computeIfAbsent(List.copyOf(command), this::run);
    }

    private String run(List<String> command) {
        List<String> asking = new ArrayList<>(command);
        asking.add("--help");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(asking).directory(root.toFile()).redirectErrorStream(true);
            builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
            Process process = builder.start();
            process.getOutputStream().close();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unable) {
            throw new UncheckedIOException(unable);
        }
    }
}
