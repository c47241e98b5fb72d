package io.hdfsthrottle.cli.feature.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

final class FrameTest {
    private static final View VIEW = View.of(Sort.GIVEN, "");
    private static final Row GOLD = new Row("gold", "", "", 42_100_000, 50_000_000, 80_000_000, 3_200);
    private static final Row APPLICATION = new Row("app-1", "gold", "nightly load", 42_100_000, 0, 0, 340);

    private static Usage usage(Row tenant, Row application) {
        return new Usage("1 tenants, 1 applications", List.of(tenant), List.of(application), false);
    }

    @Test
    void usage_isATableOfTenantsAndOneOfApplications() {
        assertThat(Frame.whole(usage(GOLD, APPLICATION), Frame.title(VIEW, "03:12:05")))
                .containsExactly(
                        "hdfs-throttle top  03:12:05  by given",
                        "1 tenants, 1 applications",
                        "TENANT                                    GIVEN   ENTITLED     DEMAND     WAITED",
                        "gold                                  42.1 MB/s    50 MB/s    80 MB/s    3.2 s/s",
                        "",
                        "APPLICATION              TENANT           GIVEN NAME                      WAITED",
                        "app-1                    gold         42.1 MB/s nightly load            340 ms/s");
    }

    @Test
    void thePast_hasTenantsOnDisks() {
        Row place = new Row("gold", "dn1.example.com:9866/DS-51a3", "", 1_000, 1_000, 1_000, 0);

        assertThat(Frame.whole(new Usage("", List.of(), List.of(place), true), ""))
                .endsWith(
                        "TENANT      DISK                          GIVEN   ENTITLED     DEMAND     WAITED",
                        "gold        dn1.example.~866/DS-51a3     1 kB/s     1 kB/s     1 kB/s          -");
    }

    @Test
    void hugeNumbers_areShortened_ratherThanCut() {
        Row huge = new Row("gold", "", "", Long.MAX_VALUE, 999_960_000_000_000_000L, 999_960, Long.MAX_VALUE);
        Row large = new Row("app-1", "gold", "nightly", 999_949, 0, 0, 12_345_600);

        assertThat(Frame.whole(usage(huge, large), ""))
                .contains(
                        "gold                                   9.2 EB/s   1.0 EB/s   1.0 MB/s   9.2P s/s",
                        "app-1                    gold        999.9 kB/s nightly                12.3k s/s");
    }

    @Test
    void whateverIsNamed_noCommandReachesTheTerminal_andLinesHaveEightyColumns() {
        for (String name : List.of(
                "\u001b[2J\u001b]0;title\u0007",
                "\u009b31m",
                "a\nb\rc\td",
                "\u202egold\u2066",
                "\u4e16\u754c".repeat(100),
                "e\u0301".repeat(300),
                "\ud83d\ude80".repeat(200),
                "\ud83d",
                "x".repeat(5_000))) {
            Row row = new Row(name, name, name, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
            List<String> lines =
                    new ArrayList<>(Frame.whole(usage(row, row), Frame.title(View.of(Sort.GIVEN, name), "")));
            lines.addAll(Frame.whole(new Usage(name, List.of(row), List.of(row), true), name));
            lines.addAll(Frame.screen(usage(row, row), VIEW.after('/').after('\u009b'), "", 24));
            assertThat(lines).allSatisfy(line -> {
                assertThat(line).doesNotContainPattern("[\\p{C}\\p{Zl}\\p{Zp}]");
                assertThat(new AttributedString(line).columnLength()).isLessThanOrEqualTo(Frame.COLUMNS);
            });
        }
    }

    @Test
    void aScreen_isFilled_andShowsSomeOfBoth() {
        List<Row> many = Collections.nCopies(1_000, GOLD);
        Usage crowd = new Usage("", many, Collections.nCopies(1_000, APPLICATION), false);
        for (int height = 8; height < 100; height++) {
            List<String> lines = Frame.screen(crowd, VIEW, "top", height);
            assertThat(lines).hasSize(height).first().isEqualTo("top");
            assertThat(lines).last().asString().contains("q quit");
            assertThat(lines).anyMatch(line -> line.startsWith("gold")).anyMatch(line -> line.startsWith("app-1"));
            assertThat(Frame.screen(Usage.NOTHING, VIEW, "top", height)).hasSize(height);
        }
        assertThat(Frame.screen(crowd, VIEW, "top", 1)).hasSize(1);
    }
}
