package io.hdfsthrottle.gaps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the classes below by JUnit itself. */
final class GapListenerTest {

    @TempDir
    private Path folder;

    @Test
    void classThatAbortsBeforeAll_isListedWithItsReason() throws IOException {
        assertThat(gapsOf(AbortsBeforeAll.class))
                .containsExactly("GapListenerTest$AbortsBeforeAll: needs root, for disks");
    }

    @Test
    void testsThatAbortOrAreDisabled_areListedWithTheirReasons() throws IOException {
        assertThat(gapsOf(AbortsOneTest.class))
                .containsExactlyInAnyOrder(
                        "GapListenerTest$AbortsOneTest#aborts: needs two lines",
                        "GapListenerTest$AbortsOneTest#disabled: broken upstream");
    }

    @Test
    void nothingSkipped_leavesAnEmptyFile() throws IOException {
        assertThat(gapsOf(Runs.class)).isEmpty();
        assertThat(folder.resolve("target/gaps.txt")).exists();
    }

    @Test
    void junitFindsTheListener() {
        assertThat(ServiceLoader.load(TestExecutionListener.class)).hasAtLeastOneElementOfType(GapListener.class);
    }

    private List<String> gapsOf(Class<?> tests) throws IOException {
        Path file = folder.resolve("target/gaps.txt");
        LauncherConfig alone = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(new GapListener(file))
                .build();
        LauncherFactory.create(alone)
                .execute(LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(tests))
                        .build());
        return Files.readAllLines(file);
    }

    static final class AbortsBeforeAll {

        @BeforeAll
        static void needsRoot() {
            Tier.AVAILABLE.needsPrivilege(false, "needs root, for disks");
        }

        @Test
        void neverRuns() {}
    }

    static final class AbortsOneTest {

        @Test
        void runs() {}

        @Test
        void aborts() {
            Tier.AVAILABLE.needs(false, "needs two\nlines");
        }

        @Test
        @Disabled("broken upstream")
        void disabled() {}
    }

    static final class Runs {

        @Test
        void runs() {}
    }
}
