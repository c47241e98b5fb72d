package io.hdfsthrottle.testkit.hdfs;

import io.hdfsthrottle.testkit.process.LocalHttp;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Reads beans from a Hadoop daemon's {@code /jmx} page. */
final class Jmx {

    private Jmx() {}

    /** The attributes of the bean; an IOException when there is no such bean. */
    static Map<String, Object> bean(URI daemon, String name) throws IOException {
        return beans(daemon, name).get(0);
    }

    /** The names of the beans that match; an IOException when there is none. */
    static List<String> names(URI daemon, String pattern) throws IOException {
        return beans(daemon, pattern).stream()
                .map(bean -> String.valueOf(bean.get("name")))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> beans(URI daemon, String name) throws IOException {
        URI address = daemon.resolve("/jmx?qry=" + URLEncoder.encode(name, StandardCharsets.UTF_8));
        List<Map<String, Object>> beans =
                (List<Map<String, Object>>) LocalHttp.getJson(address).get("beans");
        if (beans == null || beans.isEmpty()) {
            throw new IOException("no bean " + name + " at " + daemon);
        }
        return beans;
    }
}
