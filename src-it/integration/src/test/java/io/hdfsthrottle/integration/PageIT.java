package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    private static final int TELEPHONE = 360;

    /** What a browser draws at once without anybody noticing. */
    private static final long MOST_ELEMENTS = 6_000;

    private Path folder;
    private Rig rig;
    private ZooKeeper zooKeeper;
    private Coordinator open;
    private Coordinator used;

    @BeforeAll
    void start() throws Exception {
        Needs.browser();
        folder = RigFolders.folder("page");
        rig = Rig.in(Repository.find(), folder, Rig.Lifetime.OURS);
        zooKeeper = ZooKeeper.start(rig);
        open = coordinator("open", Map.of());
        open.putTenant("gold", 8);
        StandInNode.report(open.url(), Credential.NONE, "stand-in:9866", 4);
        used = coordinator("used", Map.of());
        used.putTenant("gold", 8);
        used.putTenant("bronze", 1);
        StandInNode.report(
                used.url(),
                Credential.NONE,
                "busy:9866",
                List.of(VolumeUsage.of(
                        "DS-1",
                        Rate.parse("100m"),
                        List.of(use("gold", 8, "80m", "89m"), use("bronze", 1, "20m", "11m")))));
    }

    private static TenantUsage use(String tenant, int weight, String rate, String due) {
        return TenantUsage.of(
                Tenant.named(tenant), weight, 0, Rate.parse(rate), Rate.parse(due), true, Duration.ofSeconds(1));
    }

    @AfterAll
    void stop() {
        if (rig != null) {
            rig.close();
        }
    }

    private Coordinator coordinator(String name, Map<String, String> settings) {
        Map<String, String> all = new TreeMap<>(settings);
        all.put("lease", "on");
        all.put("node.expiry", "1h");
        all.put("zookeeper.path", "/" + name);
        return Coordinator.start(rig, name, zooKeeper, all);
    }

    private Browser browser(String name) {
        return Browser.open(rig.folder(name).toAbsolutePath());
    }

    @Test
    void namesThatLookLikeMarkup_areText() throws Exception {
        Map<String, String> names = Map.of("gold", BAD_TENANT, "stand-in:9866", BAD_NODE, "DS-1", BAD_TENANT);
        try (HostileNames hostile = HostileNames.of(open.url(), names);
                Browser browser = browser("hostile")) {
            browser.visit(hostile.url());
            browser.seeText("#tenants", BAD_TENANT);
            browser.seeText("#disks", BAD_NODE);
            assertThat(browser.all("img, main script, main b[onclick]")).isEmpty();
            assertThat(browser.evaluated("document.title")).isEqualTo("default - hdfs-throttle");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void wrongToken_isOneSentence_andARightOneShowsWhatThereIs() throws Exception {
        Path file = Files.write(
                folder.resolve("access"), List.of("root admin token=root" + PAD, "bob register token=bob" + PAD));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Coordinator closed = coordinator(
                "closed", Map.of("access.file", file.toAbsolutePath().toString()));
        try (Browser browser = browser("token")) {
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
        try (Browser browser = browser("lease")) {
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
        try (Browser browser = browser("narrow")) {
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
        try (Browser browser = browser("live")) {
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
        try (Browser browser = browser("explain")) {
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
    void change_isPredictedBeforeItIsMade_andIsExactlyThat() throws Exception {
        used.putTenant("etl", 2);
        try (Browser browser = browser("change")) {
            browser.visit(used.url());
            browser.click("#tenants button[aria-label='Change tenant bronze']");
            assertThat(browser.see("dialog[open] .proposal button[type=button]").isEnabled())
                    .isFalse();
            browser.type("dialog[open] [name=priority]", "4");
            browser.type("dialog[open] [name=limit]", "60m");
            browser.press(Keys.ENTER);
            browser.seeText("dialog[open]", "priority 1 → 4");
            browser.seeText("dialog[open] .table", "bronze");
            browser.seeText("dialog[open] .table", "+");
            browser.click("dialog[open] .proposal .copies button");
            assertThat(browser.evaluated("document.querySelector('dialog[open] .proposal textarea').value"))
                    .isEqualTo("hdfs-throttle tenants set bronze --priority 4 --reservation 0 --limit 60m");

            used.putTenant("etl", 3);
            browser.click("dialog[open] .proposal > .buttons button[type=button]");
            browser.seeText("dialog[open] .answer.refused", "plan cannot be");
            browser.click("dialog[open] .proposal button[type=submit]");
            browser.seeText("dialog[open]", "priority 1 → 4");
            browser.click("dialog[open] .proposal > .buttons button[type=button]");
            browser.seeText("dialog[open]", "is applied");
            browser.press(Keys.ESCAPE);
            browser.seeText("#tenants", "60 MiB/s");
            browser.seeText("#policy", "it was applied");
            browser.seeText("#events", "tenant.changed");
            assertThat(browser.complaints()).hasSizeLessThan(2).allMatch(refused -> refused.contains("422"));
        }
    }

    @Test
    void slider_showsAMinuteOfTheLastDay() {
        try (Browser browser = browser("history")) {
            browser.visit(used.url());
            browser.see("#history input[type=range]").sendKeys(Keys.HOME);
            browser.seeText("#history", "Nothing is known of that minute.");
            assertThat(browser.see("#history input[type=range]").getDomAttribute("aria-valuetext"))
                    .matches(".*(23 h 59 min|24 h) ago");
        }
    }

    @Test
    void mode_isSwitchedAtOnce_onceSomebodyConfirmedIt() {
        try (Browser browser = browser("mode")) {
            browser.visit(open.url());
            browser.click("#modes [data-mode=shadow]");
            browser.seeText("#question", "nobody is delayed");
            browser.click("#yes");
            browser.seeText("#modes", "The cluster is in the mode shadow");
            browser.type("#modes [name=canary]", "stand-in:9866");
            browser.press(Keys.ENTER);
            browser.seeText("#modes .answer.refused", "no other node reports");
            browser.click("#modes [data-mode=enforce]");
            browser.click("#yes");
            browser.seeText("#modes", "The cluster is in the mode enforce");
        }
    }

    @Test
    void manyDisksAndTenants_areShownInPart_untilMoreIsAskedFor() throws Exception {
        Coordinator many = coordinator("many", Map.of());
        for (int node = 1; node <= 50; node++) {
            StandInNode.report(many.url(), Credential.NONE, "dn" + node + ":9866", 20);
        }
        for (int tenant = 1; tenant <= 60; tenant++) {
            many.putTenant("tenant" + tenant, 1);
        }
        try (Browser browser = browser("many")) {
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
        try (Browser browser = browser("names")) {
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
