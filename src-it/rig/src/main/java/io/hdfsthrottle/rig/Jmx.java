package io.hdfsthrottle.rig;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Reads beans where every Hadoop daemon shows them: {@code /jmx}. */
final class Jmx {

    private Jmx() {}

    /** The attributes of the bean; an IOException when there is no such bean. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> bean(URI daemon, String name) throws IOException {
        URI address = daemon.resolve("/jmx?qry=" + URLEncoder.encode(name, StandardCharsets.UTF_8));
        List<Object> beans = (List<Object>) LocalHttp.getJson(address).get("beans");
        if (beans == null || beans.isEmpty()) {
            throw new IOException("no bean " + name + " at " + daemon);
        }
        return (Map<String, Object>) beans.get(0);
    }
}
