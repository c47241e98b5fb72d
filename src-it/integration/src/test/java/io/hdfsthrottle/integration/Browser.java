package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real headless Chromium, with the actions of a user: looking, typing and clicking. */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /**
     * Opens one whose files lie in that folder; browser and driver are those of this machine, and nothing is looked for
     * elsewhere.
     */
    static Browser open(Path folder) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(Needs.chromium().orElseThrow().toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox", // Which root cannot have.
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--window-size=1280,1000",
                "--user-data-dir=" + folder.resolve("chromium").toAbsolutePath());
        LoggingPreferences said = new LoggingPreferences();
        said.enable(LogType.BROWSER, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, said);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(Needs.chromeDriver().orElseThrow().toFile())
                .withLogFile(folder.resolve("chromedriver.log").toFile())
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    void visit(URI address) {
        driver.get(address.toString());
    }

    /** As wide as that many pixels, as a telephone is. */
    void narrow(int pixels) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", 740, "deviceScaleFactor", 1, "mobile", true));
    }

    /** The first element that can be seen, once there is one. */
    WebElement see(String selector) {
        return await(selector)
                .atMost(PATIENCE)
                .until(() -> all(selector).stream().filter(Browser::isShown).findFirst(), found -> found.isPresent())
                .orElseThrow();
    }

    /** Waits until an element's text, or that of one within, contains this. */
    void seeText(String selector, String text) {
        await(selector + " with " + text).atMost(PATIENCE).untilAsserted(() -> assertThat(text(selector))
                .contains(text));
    }

    /** The texts of all that match, as they can be seen; empty where there are none. */
    String text(String selector) {
        try {
            return String.join(
                    "\n", all(selector).stream().map(WebElement::getText).toList());
        } catch (StaleElementReferenceException changed) {
            return "";
        }
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    private static boolean isShown(WebElement element) {
        try {
            return element.isDisplayed();
        } catch (StaleElementReferenceException gone) {
            return false;
        }
    }

    void click(String selector) {
        see(selector).click();
    }

    /** Types into an empty field. */
    void type(String selector, String text) {
        WebElement field = see(selector);
        field.clear();
        field.sendKeys(text);
    }

    /** Presses these keys, one after the other, wherever the focus is. */
    void press(CharSequence... keys) {
        for (CharSequence key : keys) {
            new Actions(driver).sendKeys(key).perform();
        }
    }

    /** What an expression of JavaScript is on the page. */
    Object evaluated(String expression) {
        return driver.executeScript("return " + expression);
    }

    /** What the browser complained of since it was asked last, such as a script that a policy forbids. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
