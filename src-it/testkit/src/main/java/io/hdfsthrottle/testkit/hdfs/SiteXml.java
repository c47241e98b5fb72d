package io.hdfsthrottle.testkit.hdfs;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes the text of a Hadoop {@code *-site.xml}. */
final class SiteXml {

    private SiteXml() {}

    static String of(Map<String, String> properties) {
        return new TreeMap<>(properties)
                .entrySet().stream()
                        .map(property -> "  <property><name>" + escaped(property.getKey()) + "</name><value>"
                                + escaped(property.getValue()) + "</value></property>\n")
                        .collect(Collectors.joining(
                                "", "<?xml version=\"1.0\"?>\n<configuration>\n", "</configuration>\n"));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
