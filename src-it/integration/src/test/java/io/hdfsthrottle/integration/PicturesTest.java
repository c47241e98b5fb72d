package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

/** Pictures of the documents are small, suit light and dark, have a sentence each, and the figures of the evidence. */
final class PicturesTest {

    private static final String FOLDER = "docs/pictures/";
    private static final int MOST_BYTES = 12 << 10;
    private static final Pattern SHOWN = Pattern.compile("!\\[([^\\]]+)\\]\\((?:docs/)?pictures/([a-z]+\\.svg)\\)");
    private static final Pattern ELSEWHERE = Pattern.compile("href|@import|<script|<image|url\\((?!#)");
    private static final Pattern RUN = Pattern.compile("(?s)<g data-run=\"([^\"]+)\"[^>]*>(.*?)</g>");
    private static final Pattern BAR = Pattern.compile(
            ">([0-9.]+)</text>\\s*<rect class=\"(?:grey|blue)\" x=\"[0-9]+\" y=\"[0-9]+\" width=\"([0-9.]+)\"");
    private static final Pattern ALONE = Pattern.compile(
            "(?s)>alone: ([0-9]+)</text>.*?<path class=\"dash\" data-run=\"(\\w+) alone\" d=\"M([0-9.]+) ");

    /** Where bars of seconds begin, and how long one is for each second, and for each MB/s of the others. */
    private static final double BEGIN = 246;

    private static final double FOR_A_SECOND = 2;
    private static final double FOR_A_MEGABYTE = 4;
    private static final double EXACT = 0.06;

    private final Path root = Repository.find().root();

    private String read(String file) throws IOException {
        return Files.readString(root.resolve(file));
    }

    private JsonObject figures(String name) throws IOException, MalformedJsonException {
        return JsonObject.parse(read("docs/evidence/" + name + ".json")).object("figures");
    }

    private Set<String> pictures() {
        return ProjectFiles.below(root, name -> name.startsWith(FOLDER) && name.endsWith(".svg"));
    }

    @Test
    void pictures_areSmall_needNothingElse_andSuitLightAndDark() throws Exception {
        assertThat(pictures()).isNotEmpty();
        for (String picture : pictures()) {
            String svg = read(picture);
            DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(root.resolve(picture).toFile());
            assertThat(Files.size(root.resolve(picture))).as(picture).isLessThanOrEqualTo(MOST_BYTES);
            assertThat(svg)
                    .as(picture)
                    .contains("<title id=\"title\">", "<desc id=\"desc\">", "(prefers-color-scheme: dark)")
                    .doesNotContainPattern(ELSEWHERE);
        }
    }

    @Test
    void everyPicture_isShownOnce_withASentence() {
        List<String> shown = new ArrayList<>();
        for (Document document : Document.forUsers(root)) {
            Matcher matcher = SHOWN.matcher(document.prose());
            while (matcher.find()) {
                shown.add(FOLDER + matcher.group(2));
                assertThat(matcher.group(1))
                        .as("alternative text in %s", document)
                        .hasSizeGreaterThan(40);
            }
        }
        assertThat(shown).doesNotHaveDuplicates();
        assertThat(new TreeSet<>(shown)).isEqualTo(pictures());
    }

    @Test
    void barsOfNeighbours_areThoseOfTheEvidence() throws Exception {
        JsonObject figures = figures("neighbours");
        Set<String> runs = figures.names().stream()
                .filter(name -> name.matches("\\w+ beside (HDFS|fio) \\w+, hook on"))
                .map(name -> name.replace(", hook on", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> drawn = new TreeSet<>();
        Matcher run = RUN.matcher(read(FOLDER + "neighbours.svg"));
        while (run.find()) {
            drawn.add(run.group(1));
            Matcher bar = BAR.matcher(run.group(2));
            for (String figure : List.of("seconds", "othersMBps")) {
                boolean time = figure.equals("seconds");
                for (String hook : List.of("off", "on")) {
                    String name = run.group(1) + ", hook " + hook;
                    double value = median(figures, name, figure);
                    assertThat(bar.find())
                            .as("a bar for %s of %s", figure, name)
                            .isTrue();
                    assertThat(bar.group(1))
                            .as("%s of %s", figure, name)
                            .isEqualTo(String.format(Locale.ROOT, time ? "%.0f" : "%.1f", value));
                    assertThat(Double.parseDouble(bar.group(2)))
                            .as("length of the bar for %s of %s", figure, name)
                            .isCloseTo(value * (time ? FOR_A_SECOND : FOR_A_MEGABYTE), within(EXACT));
                }
            }
            assertThat(bar.find()).as("more bars for %s", run.group(1)).isFalse();
        }
        assertThat(drawn).isEqualTo(runs).hasSize(8);
    }

    @Test
    void timeAlone_isThatOfTheEvidence() throws Exception {
        JsonObject figures = figures("neighbours");
        Set<String> jobs = new TreeSet<>();
        Matcher alone = ALONE.matcher(read(FOLDER + "neighbours.svg"));
        while (alone.find()) {
            jobs.add(alone.group(2));
            double seconds = median(figures, alone.group(2) + " alone, hook off", "seconds");
            assertThat(alone.group(1)).as(alone.group(2)).isEqualTo(String.format(Locale.ROOT, "%.0f", seconds));
            assertThat(Double.parseDouble(alone.group(3)))
                    .as("the line of %s", alone.group(2))
                    .isCloseTo(BEGIN + seconds * FOR_A_SECOND, within(EXACT));
        }
        assertThat(jobs).containsExactly("TeraSort", "WordCount");
    }

    @Test
    void idleTimeOfForecasts_isThatOfTheEvidence() throws Exception {
        JsonObject figures = figures("interleaving");
        assertThat(read(FOLDER + "forecasts.svg"))
                .contains(String.format(
                        Locale.ROOT,
                        "%.1f %% of the time without, %.1f %% with forecasts",
                        figures.object("without").object("idlePercent").number("median"),
                        figures.object("with").object("idlePercent").number("median")));
    }

    private static double median(JsonObject figures, String run, String figure) throws MalformedJsonException {
        return figures.object(run).object("runs").object(figure).number("median");
    }
}
