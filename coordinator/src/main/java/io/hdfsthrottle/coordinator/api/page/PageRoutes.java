package io.hdfsthrottle.coordinator.api.page;

import io.hdfsthrottle.coordinator.api.Needs;
import io.hdfsthrottle.coordinator.api.Problem;
import io.hdfsthrottle.coordinator.api.Routes;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;

/**
 * Routes {@code /} and {@code /ui/}: the web page for users. It holds no data, so any client gets it: it queries
 * {@code /v1} with its user's credential. Nothing in it comes from other hosts, and a browser runs no script that is
 * not one of its files.
 */
public final class PageRoutes implements Routes {
    private static final String PAGE = "index.html";

    private static final List<String> FILES = List.of(
            "app.js",
            "confirm.js",
            "copy.js",
            "dom.js",
            "editor.js",
            "events.js",
            "explain.js",
            "header.js",
            "plan.js",
            "policy.js",
            "poll.js",
            "rest.js",
            "table.js",
            "tenants.js",
            "trouble.js",
            "words.js",
            "app.css",
            "icon.svg");

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
                    + "frame-ancestors 'none'; form-action 'none'; base-uri 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            // Cached, but revalidated each time: the page's version must match its coordinator's.
            "Cache-Control",
            "no-cache");

    private final Asset page = Asset.read(PageRoutes.class, PAGE);
    private final Map<String, Asset> files = new TreeMap<>();

    /** Reads the page, and the sections that other parts of the coordinator have on it. */
    public PageRoutes(List<Routes> parts) {
        FILES.forEach(name -> files.put(name, Asset.read(PageRoutes.class, name)));
        StringBuilder imports = new StringBuilder();
        List<String> names = new ArrayList<>();
        for (Routes part : parts) {
            part.assets().forEach(name -> files.put(name, Asset.read(part.getClass(), "page/" + name)));
            for (String name : part.sections()) {
                files.put(name, Asset.read(part.getClass(), "page/" + name));
                names.add("section" + names.size());
                imports.append("import * as " + names.get(names.size() - 1) + " from \"/ui/" + name + "\";\n");
            }
        }
        String script = imports + "\nexport const sections = [" + String.join(", ", names) + "];\n";
        files.put("sections.js", Asset.of("sections.js", script.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void addTo(RoutesConfig routes, Executor answering) {
        routes.get("/", context -> answer(context, page), Needs.NOTHING);
        routes.get("/ui/{file}", this::file, Needs.NOTHING);
    }

    private void file(Context context) {
        Asset file = files.get(context.pathParam("file"));
        if (file == null) {
            throw Problem.notFound("The page has no such file");
        }
        answer(context, file);
    }

    private static void answer(Context context, Asset asset) {
        HEADERS.forEach(context::header);
        context.header("ETag", asset.tag());
        if (asset.isKnown(context.header("If-None-Match"))) {
            context.status(304);
        } else {
            context.status(200).result(asset.content()).contentType(asset.type());
        }
    }
}
