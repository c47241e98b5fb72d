package io.hdfsthrottle.coordinator;

import static io.hdfsthrottle.gaps.ReferencePage.code;

import io.hdfsthrottle.gaps.ReferencePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The page of settings is what the templates say; each template is compared with the code elsewhere. */
final class SettingsPageTest {
    private static final Path CONF = Path.of("..", "conf");
    private static final Pattern SETTING = Pattern.compile("(?m)((?:^# .*\n)+)#([a-z.]+) =(.*)$");

    @Test
    void page_isWhatTheTemplatesSay() throws Exception {
        ReferencePage page = new ReferencePage(
                "settings",
                "All settings",
                "Made from the templates in `conf/`. Units and longer explanations: (docs/settings.md).");
        page.heading("DataNode").paragraph("For `hdfs-site.xml`, from `conf/hdfs-throttle-default.xml`.");
        table(page);
        NodeList properties = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(CONF.resolve("hdfs-throttle-default.xml").toFile())
                .getElementsByTagName("property");
        for (int i = 0; i < properties.getLength(); i++) {
            Element property = (Element) properties.item(i);
            setting(page, text(property, "name"), text(property, "value"), text(property, "description"));
        }
        page.heading("Spark").paragraph("For `spark-defaults.conf`, from `conf/spark-defaults.conf.template`.");
        settings(page, "spark-defaults.conf.template");
        page.heading("Coordinator").paragraph("From `conf/coordinator.properties`.");
        settings(page, "coordinator.properties");
        page.check();
    }

    private static void settings(ReferencePage page, String template) throws IOException {
        table(page);
        Matcher setting = SETTING.matcher(Files.readString(CONF.resolve(template)));
        while (setting.find()) {
            setting(
                    page,
                    setting.group(2),
                    setting.group(3).strip(),
                    setting.group(1).replaceAll("(?m)^# ", ""));
        }
    }

    private static void table(ReferencePage page) {
        page.table("key", "default", "meaning");
    }

    private static void setting(ReferencePage page, String key, String value, String meaning) {
        page.row(code(key), value.isEmpty() ? "not set" : code(value), meaning);
    }

    private static String text(Element property, String name) {
        return property.getElementsByTagName(name).item(0).getTextContent().strip();
    }
}
