package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.testkit.control.Coordinator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** The page in a real browser, before a coordinator whose nodes are stand-ins. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(240)
final class PageIT {

    private static final String PAD = "-0123456789abcdef";
    private static final String BAD_TENANT = "<img src=x onerror=document.title=1>";
    private static final String BAD_NODE = "<script>document.title=2</script><b onclick=alert(1)>";
    private static final String BAD_APPLICATION = "<img src=y onerror=document.title=3>";
    private static final int TELEPHONE = 360;

    /** What a browser draws at once without anybody noticing. */
    private static final long MOST_ELEMENTS = 6_000;

    private PageRig rig;
    private Coordinator open;
    private Coordinator used;

    @BeforeAll
    void start() throws Exception {
        rig = PageRig.of("page");
        open = rig.coordinator("open", Map.of());
        open.putTenant("gold", 8);
        StandInNode.report(open.url(), Credential.NONE, "stand-in:9866", 4);
        used = rig.busyCoordinator("used");
    }

    @AfterAll
    void stop() {
        if (rig != null) {
            rig.close();
        }
    }

    private static ApplicationActivity moved(String application, long bytes) {
        return ApplicationActivity.of(application, Tenant.named("gold"), bytes, Duration.ZERO);
    }

    @Test
    void namesThatLookLikeMarkup_areText() throws Exception {
        PageRig.register(open, "hostile-1", BAD_NODE);
        Map<String, String> names =
                Map.of("gold", BAD_TENANT, "stand-in:9866", BAD_NODE, "DS-1", BAD_TENANT, "hostile-1", BAD_APPLICATION);
        try (HostileNames hostile = HostileNames.of(open.url(), names);
                Browser browser = rig.browser("hostile")) {
            browser.visit(hostile.url());
            browser.seeText("#tenants", BAD_TENANT);
            browser.seeText("#disks", BAD_NODE);
            browser.seeText("#applications", BAD_NODE);
            browser.click("#applications button[aria-label^='Change']");
            browser.seeText("dialog[open]", "Change the limit of the application " + BAD_APPLICATION);
            assertThat(browser.all("img, main script, main b[onclick]")).isEmpty();
            assertThat(browser.evaluated("document.title")).isEqualTo("default - hdfs-throttle");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void wrongToken_isOneSentence_andARightOneShowsWhatThereIs() throws Exception {
        Path file = Files.write(
                rig.folder().resolve("access"), List.of("root admin token=root" + PAD, "bob register token=bob" + PAD));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Coordinator closed = rig.coordinator(
                "closed", Map.of("access.file", file.toAbsolutePath().toString()));
        try (Browser browser = rig.browser("token")) {
            browser.visit(closed.url());
            browser.seeText("#trouble", "This coordinator asks for a token");
            assertThat(browser.text("#tenants")).isEmpty();

            browser.type("#token", "wrong" + PAD);
            browser.click("#credential button[type=submit]");
            browser.seeText("#trouble", "This token is not accepted: This token is not known here.");
            assertThat(browser.all("[role=alert]")).hasSize(1);
            assertThat(browser.text("#trouble").lines()).hasSize(1);

            browser.type("#token", "bob" + PAD);
            browser.click("#credential button[type=submit]");
            browser.seeText("#disks .note", "has not the role view");
            assertThat(browser.text("#trouble")).isEmpty();

            browser.type("#token", "root" + PAD);
            browser.click("#credential button[type=submit]");
            browser.seeText("#tenants", "hdfs.replication");
            assertThat(browser.text("#trouble") + browser.text("#disks .note")).isEmpty();
            assertThat(browser.evaluated("location.href + document.cookie + JSON.stringify(localStorage)"))
                    .asString()
                    .doesNotContain(PAD);
        }
    }

    @Test
    void lease_isRequestedRefusedRenewedResizedAndReleased() {
        try (Browser browser = rig.browser("lease")) {
            browser.visit(open.url());
            browser.type("#leases [name=disks]", "2");
            browser.type("#leases [name=forSeconds]", "2h");
            browser.click("#leases form button");
            browser.seeText("#leases form .answer", "lease-1 has stand-in:9866 DS-1, stand-in:9866 DS-2 until");
            browser.seeText("#disks .disk.leased", "lease-1");
            browser.seeText("#disks .map", "shared");

            browser.click("#leases form button");
            browser.seeText("#leases form .answer", "1 such disk is free now");
            browser.seeText("#leases form .answer", "enough are free not before");
            browser.type("#leases [name=forSeconds]", "long");
            browser.click("#leases form button");
            browser.seeText("#leases form .answer", "forSeconds cannot be \"long\"");
            assertThat(browser.see("#leases [name=forSeconds]").getDomAttribute("aria-invalid"))
                    .isEqualTo("true");

            browser.click("#leases li button[aria-label^='Renew']");
            browser.seeText("#leases li .answer", "Renewed until");
            browser.seeText("#leases li .facts", "they get up to 5 % while default wants all");
            browser.click("#leases li button[aria-label^='One disk fewer']");
            browser.seeText("#question", "Give stand-in:9866 DS-2 of lease-1");
            browser.click("#yes");
            browser.seeText("#leases li .answer", "lease-1 has stand-in:9866 DS-1 until");
            browser.click("#leases li button[aria-label^='One disk more']");
            browser.seeText("#leases li .answer", "lease-1 has stand-in:9866 DS-1, stand-in:9866 DS-2 until");
            browser.click("#leases li button[aria-label^='Release']");
            browser.seeText("#question", "Give 2 disks of lease-1");
            browser.press(Keys.ESCAPE);
            browser.click("#leases li button[aria-label^='Release']");
            browser.click("#yes");
            browser.seeText("#leases", "Nobody has leased a disk.");
        }
    }

    @Test
    void page_fitsATelephone_andEveryFieldHasAName() {
        try (Browser browser = rig.browser("narrow")) {
            browser.narrow(TELEPHONE);
            browser.visit(open.url());
            browser.seeText("#disks", "shared");
            browser.seeText("#tenants", "gold");
            assertThat(browser.evaluated("document.scrollingElement.scrollWidth"))
                    .isEqualTo((long) TELEPHONE);
            assertThat(
                            browser.evaluated(
                                    "[...document.querySelectorAll('input, select, textarea:not([aria-label])')].filter((each) => each.labels.length !== 1).length"))
                    .isEqualTo(0L);
            browser.press(Keys.TAB, Keys.ENTER);
            assertThat(browser.evaluated("document.activeElement.id")).isEqualTo("content");
        }
    }

    @Test
    void whatTenantsAreGiven_isDrawnLive_withWhatTheyAreDue() {
        try (Browser browser = rig.browser("live")) {
            browser.visit(used.url());
            browser.seeText("#bandwidth .legend", "gold 80 MiB/s of");
            browser.seeText("#bandwidth .legend", "bronze 20 MiB/s of");
            browser.see("#bandwidth .chart canvas");
            browser.click("#bandwidth .legend button");
            browser.see("#bandwidth .legend button[aria-pressed=false]");
            browser.type("#bandwidth [name=disk]", "busy:9866/DS-1");
            browser.press(Keys.TAB);
            browser.seeText("#bandwidth .legend", "gold");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void tenant_isExplained_byKeyboardAlone_andByACommand() {
        try (Browser browser = rig.browser("explain")) {
            browser.visit(used.url());
            browser.see("#tenants button[aria-label='Explain tenant bronze']").sendKeys(Keys.ENTER);
            browser.seeText("dialog[open]", "Why: tenant bronze");
            browser.seeText("dialog[open]", "Who has what it lacks");
            browser.seeText("dialog[open]", "gold moves");
            browser.seeText("dialog[open]", "What would help");
            assertThat(
                            browser.evaluated(
                                    "Math.round([...document.querySelectorAll('dialog[open] meter')].reduce((sum, each) => sum + each.value, 0))"))
                    .isEqualTo(100L);
            browser.click("dialog[open] .why > .copies button");
            assertThat(browser.evaluated("document.querySelector('dialog[open] .why > .copies textarea').value"))
                    .isEqualTo("hdfs-throttle explain --tenant bronze");
            browser.press(Keys.ESCAPE);
            assertThat(browser.all("dialog[open]")).isEmpty();

            browser.click("#disks button[aria-label^='Explain disk']");
            browser.seeText("dialog[open]", "Why: disk busy:9866 DS-1");
        }
    }

    @Test
    void application_isComparedWithItsOwnLastRuns() throws Exception {
        for (String id : List.of("nightly-1", "nightly-2")) {
            PageRig.register(used, id, BAD_NODE);
        }
        PageRig.reportBusy(used, moved("nightly-1", 31_000_000));
        PageRig.reportBusy(used, moved("nightly-2", 12_000_000));
        await().until(() ->
                used.get("/v1/applications/nightly-2/explain").toString().contains("its last run moved"));
        try (Browser browser = rig.browser("runs")) {
            browser.visit(used.url());
            browser.click("#applications button[aria-label='Explain application nightly-1']");
            browser.seeText("dialog[open]", "Why: application nightly-1");
            browser.seeText("dialog[open]", "Copy as CLI");
            assertThat(browser.text("dialog[open]")).doesNotContain("Beside its last runs");
            browser.press(Keys.ESCAPE);

            browser.click("#applications button[aria-label='Explain application nightly-2']");
            browser.seeText("dialog[open]", "Beside its last runs");
            browser.seeText(
                    "dialog[open] section li", "This run moves 12 MB/s in the mean, its last run moved 31 MB/s");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void slider_showsAMinuteOfTheLastDay() {
        try (Browser browser = rig.browser("history")) {
            browser.visit(used.url());
            browser.see("#history input[type=range]").sendKeys(Keys.HOME);
            browser.seeText("#history", "Nothing is known of that minute.");
            assertThat(browser.see("#history input[type=range]").getDomAttribute("aria-valuetext"))
                    .matches(".*(23 h 59 min|24 h) ago");
        }
    }

    @Test
    void manyDisksAndTenants_areShownInPart_untilMoreIsAskedFor() throws Exception {
        Coordinator many = rig.coordinator("many", Map.of());
        for (int node = 1; node <= 50; node++) {
            StandInNode.report(many.url(), Credential.NONE, "dn" + node + ":9866", 20);
        }
        for (int tenant = 1; tenant <= 60; tenant++) {
            many.putTenant("tenant" + tenant, 1);
        }
        try (Browser browser = rig.browser("many")) {
            browser.visit(many.url());
            browser.seeText("#disks", "Show more of 1000");
            browser.seeText("#tenants", "Show more of 65");
            assertThat((Long) browser.evaluated("document.querySelectorAll('*').length"))
                    .isLessThan(MOST_ELEMENTS);
            browser.type("#disks [name=node]", "dn50");
            browser.seeText("#disks .map", "dn50:9866");
            assertThat(browser.all("#disks .disk")).hasSize(20);
        }
    }

    @Test
    void everyButtonDialogAndTable_saysWhatItIs() {
        try (Browser browser = rig.browser("names")) {
            browser.visit(used.url());
            browser.seeText("#tenants", "gold");
            browser.click("#tenants button[aria-label='Explain tenant gold']");
            browser.seeText("dialog[open]", "Who has what it lacks");
            for (String nameless : List.of(
                    "[...document.querySelectorAll('button')].filter((each) => (each.textContent.trim() || each.ariaLabel || '') === '')",
                    "[...document.querySelectorAll('[role=table], section section, meter')].filter((each) => each.ariaLabel === null && each.querySelector('h3') === null)",
                    "[...document.querySelectorAll('[role=row] > *')].filter((each) => each.role === null)",
                    "[...document.querySelectorAll('[aria-labelledby]')].filter((each) => document.getElementById(each.getAttribute('aria-labelledby')) === null)",
                    "[...document.querySelectorAll('[id]')].filter((each) => document.querySelectorAll('#' + CSS.escape(each.id)).length > 1)")) {
                assertThat(browser.evaluated(nameless + ".map((each) => each.outerHTML).join(' ')"))
                        .as(nameless)
                        .isEqualTo("");
            }
        }
    }
}
