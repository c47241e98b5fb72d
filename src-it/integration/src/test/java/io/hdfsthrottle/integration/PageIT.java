package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

    private Path folder;
    private Rig rig;
    private ZooKeeper zooKeeper;
    private Coordinator open;

    @BeforeAll
    void start() throws Exception {
        Needs.browser();
        folder = RigFolders.folder("page");
        rig = Rig.in(Repository.find(), folder, Rig.Lifetime.OURS);
        zooKeeper = ZooKeeper.start(rig);
        open = coordinator("open", Map.of());
        open.putTenant("gold", 8);
        StandInNode.report(open.url(), Credential.NONE, "stand-in:9866", 4);
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
                                    "[...document.querySelectorAll('main input, main select')].filter((each) => each.labels.length !== 1).length"))
                    .isEqualTo(0L);
            browser.press(Keys.TAB, Keys.ENTER);
            assertThat(browser.evaluated("document.activeElement.id")).isEqualTo("content");
        }
    }
}
