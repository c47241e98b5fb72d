package io.hdfsthrottle.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringTokenizer;
import org.junit.jupiter.api.Test;

final class SeededTextTest {

    @Test
    void chunkHasAsManyWordsAsItSays_andEndsWithALine_soThatNoWordIsCutWhereTheNextBegins() {
        SeededText words = SeededText.words(1);
        String chunk = new String(words.chunk(), StandardCharsets.US_ASCII);
        assertThat(new StringTokenizer(chunk).countTokens()).isEqualTo((int) words.countInChunk());
        assertThat(chunk).endsWith("\n").hasSizeBetween(1 << 20, (1 << 20) + 16);
    }

    @Test
    void everyPageHasLinksInBothDirections() {
        SeededText links = SeededText.links(1);
        List<String[]> lines = new String(links.chunk(), StandardCharsets.US_ASCII)
                .lines()
                .map(line -> line.split(" "))
                .toList();
        assertThat(lines).hasSize((int) links.countInChunk());
        assertThat(lines.stream().map(line -> line[0]).distinct()).hasSize(SeededText.PAGES);
        assertThat(lines.stream().map(line -> line[1]).distinct()).hasSize(SeededText.PAGES);
    }
}
