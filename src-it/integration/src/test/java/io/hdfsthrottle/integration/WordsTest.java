package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.testkit.process.Repository;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The documents that people write stay short; the pages that are made do not count. */
final class WordsTest {

    /** They only ever become smaller. */
    private static final int MOST_WORDS = 21_000;

    private static final int MOST_WORDS_OF_REASONS = 2_220;

    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final Pattern MADE = Pattern.compile("docs/(evidence|reference)/.*");
    private static final Pattern REASONS = Pattern.compile("(.*/)?RATIONALE\\.md");

    private final List<Document> all = Document.all(Repository.find().root());

    private long words(Predicate<String> of) {
        return all.stream()
                .filter(document -> of.test(document.name()))
                .mapToLong(document -> WORD.matcher(document.text()).results().count())
                .sum();
    }

    @Test
    void documents_areNotLongerThanTheyWere() {
        assertThat(words(MADE.asMatchPredicate().or(REASONS.asMatchPredicate()).negate()))
                .as("words of all documents that people write: say it once, or shorter")
                .isLessThanOrEqualTo(MOST_WORDS);
    }

    @Test
    void reasons_areNotLongerThanTheyWere() {
        assertThat(words(REASONS.asMatchPredicate()))
                .as("words of all RATIONALE.md: keep those that somebody would act on")
                .isLessThanOrEqualTo(MOST_WORDS_OF_REASONS);
    }
}
