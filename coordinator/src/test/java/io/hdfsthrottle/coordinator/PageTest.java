package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Wire.Answer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as it is served: all of its files, and nothing that a browser should not do with them. */
@Tag("slow")
final class PageTest {
    private static final Pattern FILE = Pattern.compile("\"(/ui/[^\"]*)\"");
    private static final Map<String, String> TYPES = Map.of(
            "/", "text/html;charset=utf-8",
            ".js", "text/javascript;charset=utf-8",
            ".css", "text/css;charset=utf-8",
            ".svg", "image/svg+xml");

    /** Code that would interpret data as markup or script, or that the page's policy would refuse. */
    private static final Pattern DANGEROUS = Pattern.compile(
            "innerHTML|outerHTML|insertAdjacentHTML|setHTML|DOMParser|document\\.write|createContextualFragment|eval\\("
                    + "|new Function|javascript:|style=|onclick=|<script>|<style|localStorage|document\\.cookie");

    /** The name of a namespace, and who wrote the chart's library. */
    private static final Pattern NAMES = Pattern.compile(
            "http://www\\.w3\\.org/2000/svg|^/\\*! https://github\\.com/leeoniya/uPlot \\(v[0-9.]+\\) \\*/");

    @TempDir
    private static Path folder;

    private static TestCluster cluster;
    private static Wire leader;

    @BeforeAll
    static void start() throws Exception {
        cluster = new TestCluster(folder);
        leader = new Wire(cluster.leader());
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    /** The page and what it refers to, and what that refers to, by path. */
    private static Map<String, Answer> files() throws Exception {
        Map<String, Answer> files = new TreeMap<>();
        Deque<String> paths = new ArrayDeque<>();
        paths.add("/");
        while (!paths.isEmpty()) {
            String path = paths.remove();
            Answer answer = leader.get(path);
            assertThat(answer.status()).as(path).isEqualTo(200);
            files.put(path, answer);
            Matcher file = FILE.matcher(answer.body());
            while (file.find()) {
                if (!files.containsKey(file.group(1)) && !paths.contains(file.group(1))) {
                    paths.add(file.group(1));
                }
            }
        }
        return files;
    }

    @Test
    void everyFile_comesWithItsTypeAndStrictHeaders_andNotAgainWhereItIsKnown() throws Exception {
        Map<String, Answer> files = files();
        assertThat(files).hasSizeGreaterThan(10);
        for (Map.Entry<String, Answer> each : files.entrySet()) {
            Answer answer = each.getValue();
            String ending = each.getKey().replaceFirst("^/ui/.*(?=\\.)", "");
            assertThat(answer.header("Content-Type")).as(each.getKey()).isEqualTo(TYPES.get(ending));
            assertThat(answer.header("Content-Security-Policy"))
                    .isEqualTo("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
                            + "img-src 'self'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
            String tag = answer.header("ETag");
            assertThat(tag).matches("\"[0-9a-f]{24}\"");

            for (String known : new String[] {tag, "\"other\", W/" + tag, "*"}) {
                Answer again = leader.send("GET", each.getKey(), null, "If-None-Match", known);
                assertThat(again.status()).as(known).isEqualTo(304);
                assertThat(again.body()).isEmpty();
                assertThat(again.header("ETag")).isEqualTo(tag);
            }
            assertThat(leader.send("GET", each.getKey(), null, "If-None-Match", "\"other\"")
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void page_takesNothingFromElsewhere_andReadsNoDataAsMarkup() throws Exception {
        for (Map.Entry<String, Answer> each : files().entrySet()) {
            String text = NAMES.matcher(each.getValue().body()).replaceAll("");
            assertThat(DANGEROUS.matcher(text).results().map(found -> found.group()))
                    .as(each.getKey())
                    .isEmpty();
            assertThat(text).as(each.getKey()).doesNotContain("http://", "https://", "url(", "@import", "src=\"//");
        }
    }

    @Test
    void everyCoordinator_hasThePage_alsoOneThatDoesNotLead() throws Exception {
        Wire follower = new Wire(cluster.coordinator());
        await().until(() -> follower.get("/v1/disks").status() == 307);
        assertThat(follower.get("/").body()).isEqualTo(leader.get("/").body());
        assertThat(follower.get("/ui/app.js").header("ETag"))
                .isEqualTo(leader.get("/ui/app.js").header("ETag"));
    }

    @Test
    void whatThePageDoesNotHave_isNotThere() throws Exception {
        for (String path : new String[] {
            "/ui/index.html",
            "/ui/none.js",
            "/ui/",
            "/ui/..%2Fopenapi.yaml",
            "/ui/Asset.class",
            "/ui/a/b",
            "/index.html"
        }) {
            assertThat(leader.get(path).status()).as(path).isBetween(400, 404);
        }
        assertThat(leader.post("/", "{}").status()).isEqualTo(405);
    }
}
