package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * One word for one thing, in plain sentences: the entries of the glossary are used, the words that it replaces are not,
 * and documents have short sentences with few semicolons. The lists of exceptions only ever become shorter.
 */
final class OneWordTest {

    private static final String GLOSSARY = "docs/glossary.md";
    private static final String REPLACED = "| not | but |";

    /** Made from {@code --help}, which stands in blocks there. */
    private static final String COMMANDS = "docs/reference/commands.md";

    private static final String RESOURCES = "coordinator/src/main/resources/";
    private static final String CREDIT = RESOURCES + "io/hdfsthrottle/coordinator/feature/credit/openapi.yaml";

    /** How often a document may still use a word that the glossary replaces. */
    private static final Map<String, Integer> STILL_USED = Map.ofEntries(
            Map.entry(CREDIT + ": step back", 1),
            Map.entry(CREDIT + ": high priority", 2),
            Map.entry("docs/alternatives.md: cap", 1),
            Map.entry("docs/evidence/README.md: high priority", 1),
            Map.entry("docs/fairness.md: high priority", 1),
            Map.entry("docs/reference/commands.md: high priority", 1),
            Map.entry("docs/reference/commands.md: kernel's layers", 1),
            Map.entry("docs/reference/commands.md: step back", 1),
            Map.entry("docs/reference/coordinator-metrics.md: high priority", 1),
            Map.entry("docs/reference/rest.md: high priority", 2),
            Map.entry("docs/reference/rest.md: step back", 1),
            Map.entry("docs/reference/settings.md: high priority", 4),
            Map.entry("docs/reference/settings.md: stepping back", 1));

    private static final int MOST_WORDS_OF_A_SENTENCE = 25;
    private static final int MOST_SEMICOLONS = 2;

    /** How many semicolons a document may still have, where these are more. */
    private static final Map<String, Integer> STILL_SEMICOLONS =
            Map.ofEntries(Map.entry("docs/evidence/README.md", 4), Map.entry("docs/reference/rest.md", 11));

    private static final Pattern ENTRY = Pattern.compile("(?m)^- \\*\\*([^*]+)\\*\\*:");
    private static final Pattern FENCE = Pattern.compile("(?m)^\\s*```.*$");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)\\]\\([^)]*\\)");
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern NO_PROSE = Pattern.compile("(?:[|#]|!\\[).*");
    private static final Pattern ITEM = Pattern.compile("(?:[-*]|\\d+\\.)\\s+(.*)");
    private static final Pattern SENTENCE = Pattern.compile("(?<=[.!?])\\s+");
    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final Pattern LETTER = Pattern.compile("\\w");

    private final Path root = Repository.find().root();
    private final List<Document> all = Document.all(root);
    private final Document glossary = Document.read(root, GLOSSARY);

    /** The word, or several of it, in capitals or not. */
    private static Pattern word(String word) {
        return Pattern.compile("(?i)(?<![\\w-])" + Pattern.quote(word) + "s?(?![\\w-])");
    }

    /** Without code within lines and the targets of links, on one line. */
    private static String plain(CharSequence text) {
        String words = LINK.matcher(CODE.matcher(text).replaceAll("code")).replaceAll("$1");
        return SPACE.matcher(words).replaceAll(" ").strip();
    }

    @Test
    void everyEntryOfTheGlossary_isUsedInAnotherDocument() {
        StringBuilder others = new StringBuilder();
        for (Document document : all) {
            if (!document.name().equals(GLOSSARY)) {
                others.append(SPACE.matcher(document.text()).replaceAll(" ")).append('\n');
            }
        }
        List<String> entries = Document.groups(ENTRY, glossary.prose());
        assertThat(entries).hasSizeGreaterThan(20).doesNotHaveDuplicates();
        assertThat(entries.stream().filter(entry -> !word(entry).matcher(others).find()))
                .as("terms that nothing but the glossary uses")
                .isEmpty();
    }

    @Test
    void wordsThatTheGlossaryReplaces_areNotUsed() throws IOException {
        Map<String, Long> used = new TreeMap<>();
        Map<String, String> texts = texts();
        List<String> replaced = replaced();
        texts.forEach((name, text) -> replaced.forEach(word -> {
            long times = word(word).matcher(text).results().count();
            if (times > STILL_USED.getOrDefault(name + ": " + word, 0)) {
                used.put(name + ": " + word, times);
            }
        }));
        assertThat(replaced).hasSizeGreaterThan(5);
        assertThat(used).as("use the word that the table of %s gives", GLOSSARY).isEmpty();
    }

    /** The documents, with the help of commands, and what describes REST. */
    private Map<String, String> texts() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        for (Document document : all) {
            if (!document.name().equals(GLOSSARY)) {
                boolean help = document.name().equals(COMMANDS);
                String text = help ? FENCE.matcher(document.text()).replaceAll("") : document.prose();
                texts.put(document.name(), plain(text));
            }
        }
        Set<String> parts =
                ProjectFiles.below(root, name -> name.startsWith(RESOURCES) && name.endsWith("/openapi.yaml"));
        assertThat(parts).isNotEmpty();
        for (String part : parts) {
            texts.put(part, plain(Files.readString(root.resolve(part))));
        }
        return texts;
    }

    private List<String> replaced() {
        List<String> words = new ArrayList<>();
        for (List<List<String>> table : glossary.tables(REPLACED)) {
            for (List<String> row : table) {
                words.addAll(List.of(row.get(0).split(", ", -1)));
            }
        }
        return words;
    }

    @Test
    void sentencesAreShort_andSemicolonsAreFew() throws IOException {
        List<String> measured = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (Document document : all) {
            List<String> paragraphs = paragraphs(document);
            List<String> sentences = paragraphs.stream()
                    .flatMap(SENTENCE::splitAsStream)
                    .filter(sentence -> LETTER.matcher(sentence).find())
                    .toList();
            if (sentences.isEmpty()) {
                continue;
            }
            double words =
                    (double) sentences.stream().mapToLong(OneWordTest::words).sum() / sentences.size();
            long semicolons = paragraphs.stream()
                    .flatMapToInt(String::chars)
                    .filter(character -> character == ';')
                    .count();
            measured.add(String.format(
                    Locale.ROOT, "%s: %.1f words a sentence, %d semicolons", document, words, semicolons));
            if (words > MOST_WORDS_OF_A_SENTENCE
                    || semicolons > STILL_SEMICOLONS.getOrDefault(document.name(), MOST_SEMICOLONS)) {
                wrong.add(measured.get(measured.size() - 1));
            }
        }
        Files.write(Files.createDirectories(Path.of("target")).resolve("sentences.txt"), measured);
        assertThat(wrong)
                .as(
                        "at most %d words a sentence in the mean, and %d semicolons",
                        MOST_WORDS_OF_A_SENTENCE, MOST_SEMICOLONS)
                .isEmpty();
    }

    private static long words(String sentence) {
        return WORD.matcher(sentence).results().count();
    }

    /** What stands in paragraphs and items of lists, without code, targets of links, headings, tables and pictures. */
    private static List<String> paragraphs(Document document) {
        List<String> paragraphs = new ArrayList<>();
        StringBuilder paragraph = new StringBuilder();
        for (String line : document.prose().lines().map(String::strip).toList()) {
            boolean prose = !line.isEmpty() && !NO_PROSE.matcher(line).matches();
            Matcher item = ITEM.matcher(line);
            boolean begins = prose && item.matches();
            if (!prose || begins) {
                add(paragraph, paragraphs);
            }
            if (prose) {
                paragraph.append(begins ? item.group(1) : line).append(' ');
            }
        }
        add(paragraph, paragraphs);
        return paragraphs;
    }

    /** Moves the paragraph, if there is one, to the others. */
    private static void add(StringBuilder paragraph, List<String> paragraphs) {
        if (paragraph.length() > 0) {
            paragraphs.add(plain(paragraph));
            paragraph.setLength(0);
        }
    }
}
