package io.hdfsthrottle.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PaperFiguresTest {

    private static final Path EVIDENCE = Repository.find().root().resolve("docs/evidence");

    private static List<PaperFigure> all() {
        return PaperFigures.ALL;
    }

    private static Told told(Run run) throws IOException {
        return new Told(JSON.std.mapFrom(Files.readString(EVIDENCE.resolve(run.fileName() + ".json"))));
    }

    private static PaperFigure figure(String fileName) {
        return all().stream()
                .filter(each -> each.fileName().equals(fileName))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyBar_isInTheJson_butOfTenantsThatThereAreNot(PaperFigure figure) throws IOException {
        Told told = told(figure.run());

        assertThat(figure.panels()).isNotEmpty().isEqualTo(figure.drawn(told));
        for (Panel panel : figure.panels()) {
            assertThat(panel.bars(told)).hasSameSizeAs(panel.series()).allSatisfy((series, heights) -> {
                boolean some = figure.number() == 4 && series.equals("tenant 4");
                assertThat(heights).hasSize(panel.groups().size());
                assertThat(heights.stream().filter(Objects::isNull)).hasSize(some ? heights.size() / 2 : 0);
            });
        }
    }

    @Test
    void everyFigure_isOfARowWithThatRun_andDrawnInAFileOfItsOwn() {
        assertThat(all())
                .allSatisfy(figure ->
                        assertThat(Row.named(figure.row()).orElseThrow().runs()).contains(figure.run()))
                .extracting(PaperFigure::fileName)
                .doesNotHaveDuplicates()
                .allSatisfy(name -> assertThat(EVIDENCE.resolve(name)).exists());
    }

    @Test
    void everyPicture_isOnThePage() throws IOException {
        String page = Files.readString(EVIDENCE.resolve("README.md"));
        try (Stream<Path> files = Files.list(EVIDENCE)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".png")))
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(page).contains("](" + name + ")"));
        }
    }

    @Test
    void limitsBelowTheBars_areThoseOfTheRun() throws IOException {
        Panel panel = figure("c-figure-5.png").panels().get(0);
        List<Double> due = panel.bars(told(Run.NODES)).get("limit of all three");
        List<String> labels = List.copyOf(panel.groups().keySet());

        for (int i = 0; i < labels.size(); i++) {
            assertThat(due.get(i) / 3).isCloseTo(Double.parseDouble(labels.get(i)), within(0.05));
        }
    }

    @Test
    void shares_areOfAllUnderPlainHdfs_inTheMedianOfRepeats() {
        Told told = new Told(Map.of(
                "figures",
                Map.of(
                        "bfq, 50/25/25, objects of 16 KB",
                        Map.of("rates", List.of(List.of(40, 20, 20), List.of(50, 25, 25), List.of(60, 30, 30))),
                        "bfq, 50/25/25, objects of 16 KB, uncontrolled",
                        Map.of("rates", List.of(List.of(30, 40, 30))))));

        Map<String, List<Double>> bars =
                figure("c-figure-4.png").drawn(told).get(0).bars(told);
        assertThat(bars).containsOnlyKeys("tenant 1", "tenant 2", "tenant 3");
        assertThat(bars.get("tenant 1")).containsExactly(0.5, null, null, null);
        assertThat(bars.get("tenant 3")).containsExactly(0.25, null, null, null);
    }

    @Test
    void figureOfARunThatFoundNothing_isNotOnThePage() {
        assertThat(figure("c-figure-3.png").section(new Told(Map.of("figures", Map.of()))))
                .isEmpty();
    }

    @Test
    void whatIsNotValid_isSaid() {
        Map<String, Object> missed = Map.of("name", "valid run: writes: moved", "holds", false);
        Map<String, Object> kept = Map.of("name", "valid run: objects: moved", "holds", true);
        Map<String, Object> figures = Map.of("alone", Map.of("seconds", 5));

        assertThat(figure("c-figure-6.png")
                        .section(new Told(Map.of("figures", figures, "bars", List.of(missed, kept)))))
                .contains("[kernel-limits.json](kernel-limits.json)", " Not valid: *writes: moved*.\n")
                .doesNotContain("objects: moved");
    }

    @Test
    void table_hasThePapersFigures_besideThoseOfTheRun() throws IOException {
        Told told = told(PaperTable.RUN);
        String table = PaperTable.ALL.get(1).section(told);

        assertThat(table)
                .contains("### Paper A, table III\n", "| Scenario | Avg read (MB/s) | here | blkio delay (ms) | here |")
                .containsPattern(
                        "[|] Baseline [|] 44.76 [|] [0-9.]+ [|] 5.19 .* [|] 40.5 [|] .* [|] 1.00 [|] 1.00 [|]\n")
                .containsPattern("[|] Under IO controls: [+]HDFS-reader [|] 40.39 [|] .* [|] 1.22 [|] [0-9.]+ [|]\n");
        assertThat(PaperTable.ALL).extracting(each -> each.section(told)).allSatisfy(each -> assertThat(each)
                .as("what was measured in every row")
                .doesNotContain("|  |\n"));
    }
}
