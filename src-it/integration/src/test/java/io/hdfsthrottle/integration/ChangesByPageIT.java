package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.testkit.control.Coordinator;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** What somebody changes on the page, in a real browser: nothing that was not previewed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(240)
final class ChangesByPageIT {

    private PageRig rig;
    private Coordinator used;

    @BeforeAll
    void start() throws Exception {
        rig = PageRig.of("changes-by-page");
        used = rig.busyCoordinator("changes");
    }

    @AfterAll
    void stop() {
        if (rig != null) {
            rig.close();
        }
    }

    @Test
    void change_isPredictedBeforeItIsMade_andIsExactlyThat() throws Exception {
        used.putTenant("etl", 2);
        try (Browser browser = rig.browser("change")) {
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
    void limitOfAnApplication_isSetAndTakenAway_byKeyboard_onceItWasPreviewed() throws Exception {
        PageRig.register(used, "limited-1", "etl");
        String field = "dialog[open] [name=limit]";
        String apply = "dialog[open] .proposal > .buttons button[type=button]";
        try (Browser browser = rig.browser("limit")) {
            browser.visit(used.url());
            browser.see(changes("limited-1")).sendKeys(Keys.ENTER);
            browser.seeText("dialog[open]", "Change the limit of the application limited-1");
            browser.press("30m", Keys.ENTER);
            browser.seeText("dialog[open] .answer", "limited-1: limit none → 30 MiB/s");
            assertThat(limit("limited-1")).isNull();
            browser.click("dialog[open] .proposal .copies button");
            assertThat(browser.evaluated("document.querySelector('dialog[open] .proposal textarea').value"))
                    .isEqualTo("hdfs-throttle applications set limited-1 --limit 30m");
            browser.click("dialog[open] .proposal .copies button + button");
            assertThat(browser.evaluated("document.querySelector('dialog[open] .proposal textarea').value"))
                    .asString()
                    .contains("-X PUT", "\"limitBytesPerSecond\":31457280", "/v1/applications/limited-1");
            browser.see(apply).sendKeys(Keys.ENTER);
            browser.seeText("dialog[open] .answer", "limited-1: the limit is 30 MiB/s.");
            assertThat(limit("limited-1")).isEqualTo(30 << 20);
            browser.press(Keys.ESCAPE);
            browser.seeText("#applications", "30 MiB/s");
            browser.seeText("#events", "application.changed");

            browser.click(changes("limited-1"));
            assertThat(browser.see(field).getDomProperty("value")).isEqualTo("30m");
            browser.type(field, "much");
            browser.press(Keys.ENTER);
            browser.seeText("dialog[open] .answer.refused", "limitBytesPerSecond cannot be \"much\"");
            assertThat(browser.see(apply).isEnabled()).isFalse();

            browser.type(field, "40m");
            browser.press(Keys.ENTER);
            browser.seeText("dialog[open] .answer", "limit 30 MiB/s → 40 MiB/s");
            used.put("/v1/applications/limited-1", Map.of("limitBytesPerSecond", 50 << 20));
            browser.click(apply);
            browser.seeText("dialog[open] .answer.refused", "it was changed meanwhile. Preview it again.");
            assertThat(limit("limited-1")).isEqualTo(50 << 20);

            browser.type(field, "none");
            browser.press(Keys.ENTER);
            browser.seeText("dialog[open] .answer", "limit 50 MiB/s → none");
            browser.click(apply);
            browser.seeText("dialog[open] .answer", "limited-1: the limit is none.");
            assertThat(limit("limited-1")).isNull();
            assertThat(browser.complaints())
                    .hasSizeLessThan(3)
                    .allMatch(refused -> refused.contains("422") || refused.contains("412"));
        }
    }

    private static String changes(String application) {
        return "#applications button[aria-label='Change the limit of application " + application + "']";
    }

    private Object limit(String application) throws IOException {
        return used.get("/v1/applications/" + application).get("limitBytesPerSecond");
    }

    @Test
    void modeAndCanary_changeAtOnce_onceSomebodyConfirmedWhatWasPreviewed() throws Exception {
        try (Browser browser = rig.browser("mode")) {
            browser.visit(used.url());
            browser.click("#modes [data-mode=shadow]");
            browser.seeText("#question", "nobody is delayed");
            browser.click("#yes");
            browser.seeText("#modes", "The cluster is in the mode shadow");
            browser.type("#modes [name=canary]", "busy:9866");
            browser.press(Keys.ENTER);
            browser.seeText("#modes .answer.refused", "no other node reports");

            StandInNode.report(used.url(), Credential.NONE, "peer:9866", 0);
            browser.press(Keys.ENTER);
            browser.seeText("#question", "Let busy:9866 enforce while the others are in shadow?");
            browser.seeText("#question", "for 15 s above 150 % of their time for a byte");
            browser.press(Keys.ESCAPE);
            assertThat(used.get("/v1/modes").get("canary")).isNull();
            browser.press(Keys.ENTER);
            browser.seeText("#question", "Let busy:9866 enforce");
            browser.press(Keys.TAB, Keys.ENTER);
            browser.seeText("#modes", "The canary busy:9866");

            browser.click("#modes form button[type=button]");
            browser.seeText("#question", "End the canary busy:9866?");
            browser.press(Keys.ESCAPE);
            assertThat(used.get("/v1/modes").get("canary")).isNotNull();
            browser.click("#modes form button[type=button]");
            browser.seeText("#question", "End the canary busy:9866?");
            browser.click("#yes");
            browser.seeText("#modes", "There is no canary.");

            browser.click("#modes [data-mode=enforce]");
            browser.click("#yes");
            browser.seeText("#modes", "The cluster is in the mode enforce");
        }
    }
}
