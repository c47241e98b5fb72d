package io.hdfsthrottle.coordinator.api.page;

import io.hdfsthrottle.coordinator.api.EntityTag;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** One file of the web page. Immutable. */
final class Asset {
    private final String type;
    private final String tag;
    private final byte[] content;

    private Asset(String type, byte[] content) {
        this.type = type;
        this.tag = EntityTag.ofBytes(content);
        this.content = content;
    }

    /** A file with that content. */
    static Asset of(String name, byte[] content) {
        return new Asset(type(name), content);
    }

    /** The file of that name beside a class, from its JAR. */
    static Asset read(Class<?> beside, String name) {
        try (InputStream resource = beside.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IllegalStateException("this JAR lacks the page's " + name);
            }
            return of(name, resource.readAllBytes());
        } catch (IOException unreadable) {
            throw new IllegalStateException("the page's " + name + " cannot be read from this JAR", unreadable);
        }
    }

    private static String type(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html;charset=utf-8";
            case "css" -> "text/css;charset=utf-8";
            case "js" -> "text/javascript;charset=utf-8";
            case "svg" -> "image/svg+xml";
            default -> throw new IllegalArgumentException("the page has no such files: " + name);
        };
    }

    /** Its media type. */
    String type() {
        return type;
    }

    /** Its entity tag: made of the content alone, so that it is the same at every coordinator of a version. */
    String tag() {
        return tag;
    }

    /** A stream of its content. */
    InputStream content() {
        return new ByteArrayInputStream(content);
    }

    /** Whether the client has it already, by the header, of which tags may be weak; null for none. */
    boolean isKnown(String ifNoneMatch) {
        return ifNoneMatch != null
                && Arrays.stream(ifNoneMatch.split(",", -1))
                        .map(each -> each.strip().replaceFirst("^W/", ""))
                        .anyMatch(each -> each.equals(tag) || each.equals("*"));
    }
}
