package io.hdfsthrottle.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.StringTokenizer;
import org.junit.jupiter.api.Test;

final class WordTextTest {

    @Test
    void pieceHasAsManyWordsAsItSays_andEndsWithALine_soThatNoWordIsCutWhereTheNextBegins() {
        String piece = new String(WordText.seeded(1).chunk(), StandardCharsets.US_ASCII);
        assertThat(new StringTokenizer(piece).countTokens())
                .isEqualTo((int) WordText.seeded(1).wordsInChunk());
        assertThat(piece).endsWith("\n").hasSizeBetween(1 << 20, (1 << 20) + 16);
    }
}
