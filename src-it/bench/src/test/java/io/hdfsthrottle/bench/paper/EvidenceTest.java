package io.hdfsthrottle.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EvidenceTest {

    private static final Path ROOT = Repository.find().root();
    private static final Row TASKS = Row.named("A2").orElseThrow();
    private static final String JSON = """
            {"host": {"time": "2026-11-29T10:00:00Z", "commit": "abc", "processors": 2, "memoryMiB": 24105, "kernel": "Linux 6", "java": "17"},
             "figures": {
               "limits, hook off": {"offPercent": {"median": %s, "least": 1, "most": 9, "repeats": [1, 2, 9]}},
               "limits: furthest from what it is due, percent": {"median": 2, "worst": 3, "repeats": [1, 2, 3]}},
             "bars": [
               {"name": "valid run: limits, hook on: moved", "value": 96, "op": ">=", "limit": 97, "holds": %s},
               {"name": "limits: furthest from what it is due, percent", "value": 3, "op": "<=", "limit": 3, "holds": %s},
               {"name": "pools: furthest", "value": 9, "op": "<=", "limit": 3, "holds": false}]}
            """;

    @TempDir
    private Path folder;

    private String rowOf(Object plain, boolean valid, boolean holds) throws IOException {
        Files.writeString(folder.resolve("tasks.json"), JSON.formatted(plain, valid, holds));
        return new Evidence(folder)
                .page()
                .lines()
                .filter(line -> line.startsWith("| A2 | The"))
                .findFirst()
                .orElseThrow();
    }

    private Set<String> failed() throws IOException {
        return new Evidence(folder).failed(List.of(TASKS));
    }

    @Test
    void page_isWhatTheJsonGives() throws IOException {
        Path evidence = ROOT.resolve("docs/evidence");

        assertThat(Files.readString(evidence.resolve("README.md")))
                .as("bin/bench papers --report makes it again")
                .isEqualTo(new Evidence(evidence).page());
    }

    @Test
    void everyRowOfThePapers_isThere() {
        List<String> all = Stream.of("A6", "B4", "C6", "D8")
                .flatMap(last -> IntStream.rangeClosed(1, last.charAt(1) - '0').mapToObj(i -> last.charAt(0) + "" + i))
                .toList();

        assertThat(Row.ALL).extracting(Row::name).isEqualTo(all);
        assertThat(Row.ALL).allSatisfy(row -> assertThat(row.proofs()).isNotEmpty());
    }

    @Test
    void namedTests_exist() throws IOException {
        Set<String> sources;
        try (Stream<Path> files = Files.walk(ROOT)) {
            sources = files.map(Path::toString)
                    .filter(file -> file.contains("/src/test/java/"))
                    .map(file -> file.substring(file.lastIndexOf('/') + 1))
                    .collect(Collectors.toSet());
        }

        assertThat(Row.ALL)
                .flatExtracting(Row::proofs)
                .filteredOn(proof -> proof.kind() == Proof.Kind.TEST)
                .hasSizeGreaterThan(20)
                .allSatisfy(proof -> assertThat(sources).contains(proof.shows() + ".java"));
    }

    @Test
    void everyRun_showsARow_andAllFitIntoTheTime() {
        assertThat(Row.ALL).flatExtracting(Row::runs).contains(Run.values());
        assertThat(Stream.of(Run.values()).mapToInt(Run::minutes).sum()).isLessThanOrEqualTo(90);
    }

    @Test
    void figures_areMediansAndTheWorst_besidePlainHdfs() throws IOException {
        assertThat(rowOf(200, true, true))
                .contains("| 200 / 9.00 | 2.00 / 3.00 | yes |  | [JSON](tasks.json), abc of 2026-11-29, A |");
        assertThat(failed()).isEmpty();
    }

    @Test
    void missedBar_isNamed_butNotOneOfSomethingElse() throws IOException {
        assertThat(rowOf(200, true, false))
                .contains("| **no** | limits: furthest from what it is due, percent: 3.00, not <= 3 |");
        assertThat(failed()).containsExactly("A2");
    }

    @Test
    void invalidRun_provesNothing() throws IOException {
        assertThat(rowOf(200, false, false))
                .contains("| **no** | not valid: limits, hook on: moved: 96.0, not >= 97 |");
    }

    @Test
    void invalidRun_provesNothingOfAnyPart() throws IOException {
        String json = JSON.replace("valid run: limits, hook on: moved", "valid run: noise");
        Files.writeString(folder.resolve("tasks.json"), json.formatted(200, false, true));
        assertThat(new Evidence(folder).page()).contains("| **no** | not valid: noise: 96.0, not >= 97 |");
    }

    @Test
    void invalidWrites_proveNothing_andReadsOfTheSameRunDo() throws IOException {
        String bars = """
                {"host": {"time": "2026-11-29T10:00:00Z", "commit": "abc", "processors": 2, "memoryMiB": 24105, "kernel": "Linux 6", "java": "17"},
                 "figures": {},
                 "bars": [
                   {"name": "valid run: writes: moved", "value": 96, "op": ">=", "limit": 97, "holds": false},
                   {"name": "%1$sobjects of 16 KB: worst error, percent", "value": 1, "op": "<=", "limit": 3, "holds": true},
                   {"name": "%1$swrites, files of 16 MB: worst error, percent", "value": 1, "op": "<=", "limit": 3,
                    "holds": true}]}
                """;
        Files.writeString(folder.resolve("kernel-weights.json"), bars.formatted("bfq, 50/25/25, "));

        String page = new Evidence(folder).page();
        assertThat(page)
                .containsPattern("objects of 16 KB, furthest off, % .*[|] yes [|]")
                .containsPattern("writes, files of 16 MB, furthest off, % .*[|] not valid: writes: moved: 96.0");
    }

    @Test
    void worseThanPlainHdfs_isAFailure_althoughAllBarsHold() throws IOException {
        assertThat(rowOf(1.9, true, true)).contains("| **no** | 5.26 % worse than plain HDFS |");
        assertThat(rowOf(1.92, true, true)).contains("| yes |");
    }

    @Test
    void whatWasNotRun_isSaid() throws IOException {
        assertThat(new Evidence(folder).page())
                .contains("Of 24 rows", "| *not run* |  |  |")
                .doesNotContain("| yes |");
    }
}
