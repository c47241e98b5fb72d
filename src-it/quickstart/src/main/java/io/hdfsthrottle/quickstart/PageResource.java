package io.hdfsthrottle.quickstart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads the resources of the report page, which are beside this class. */
final class PageResource {

    private PageResource() {}

    static String text(String name) throws IOException {
        try (InputStream in = PageResource.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
