package io.hdfsthrottle.datanode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.util.StringUtils;

/**
 * A {@code hdfs-site.xml} into which the plugin is put, or from which it is taken: by text between two comments, so that
 * every other byte stays. What the file means, with all that it includes, and would mean, is what Hadoop's own
 * {@link Configuration} reads; where that is not what is wanted, the change is refused. Run by
 * {@code sbin/enable-datanode-hook} and {@code sbin/disable-datanode-hook} on Hadoop's class path.
 */
final class SiteFile {

    private static final String KEY = DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY;
    private static final String PLUGIN = "io.hdfsthrottle.datanode.ThrottlePlugin";
    private static final String BEGIN =
            "<!-- hdfs-throttle: begin (enable-datanode-hook wrote this, disable-datanode-hook removes it) -->";
    private static final String END = "<!-- hdfs-throttle: end -->\n";
    private static final String LAST = "</configuration>";
    private static final int REFUSED = 2;

    private final Path file;

    /** Every byte as a character, whatever the file's encoding is. */
    private final String text;

    /** The same without what was put in. */
    private final String rest;

    SiteFile(Path file) throws IOException {
        this.file = file;
        this.text = Files.readString(file, ISO_8859_1);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END, Math.max(0, begin));
        this.rest = begin < 0 || end < 0 ? text : text.substring(0, begin) + text.substring(end + END.length());
    }

    /** Writes the changed file to another: {@code enable|disable FILE OUT [KEY=VALUE...]}. */
    public static void main(String[] arguments) throws IOException {
        Map<String, String> settings = new LinkedHashMap<>();
        Arrays.stream(arguments).skip(3).forEach(each -> {
            int end = each.indexOf('=');
            settings.put(each.substring(0, end), each.substring(end + 1));
        });
        try {
            SiteFile site = new SiteFile(Path.of(arguments[1]));
            String changed = arguments[0].equals("enable") ? site.with(settings) : site.without();
            Files.writeString(Path.of(arguments[2]), changed, ISO_8859_1);
        } catch (IllegalStateException refused) {
            System.out.println(refused.getMessage());
            System.exit(REFUSED);
        }
    }

    /**
     * The file with the plugin behind those that are there, and these settings.
     *
     * @throws IllegalStateException if that cannot be done so; the message says what to write by hand
     */
    String with(Map<String, String> settings) {
        List<String> plugins = new ArrayList<>(written(view(rest)));
        boolean named = plugins(view(rest)).contains(PLUGIN);
        if (!named) {
            plugins.add(PLUGIN);
        }
        Map<String, String> block = new LinkedHashMap<>();
        block.put(KEY, String.join(",", plugins));
        block.putAll(settings);
        if (named) {
            throw refused("names " + PLUGIN + " already" + source(rest) + "; take it out there first", block);
        }
        checkNothingElseInBlock(block);
        int last = rest.lastIndexOf(LAST);
        if (last < 0 || !rest.substring(last + LAST.length()).isBlank()) {
            throw refused("does not end with " + LAST, block);
        }
        String changed = rest.substring(0, last) + BEGIN + "\n" + properties(block) + END + rest.substring(last);
        Configuration view = view(changed);
        block.forEach((key, value) -> {
            String read = key.equals(KEY) ? String.join(",", written(view)) : view.getRaw(key);
            if (!value.equals(read)) {
                throw refused(
                        "would not change " + key + ": Hadoop goes on reading " + read + source(changed)
                                + ", which may be final",
                        block);
            }
        });
        return changed;
    }

    /**
     * The file without what was put in.
     *
     * @throws IllegalStateException if the plugin, or another, would not be as before; the message says what to write
     */
    String without() {
        List<String> left = new ArrayList<>(written(view(rest)));
        if (plugins(view(rest)).contains(PLUGIN)) {
            left.removeIf(PLUGIN::equals);
            throw refused(
                    "names " + PLUGIN + " in a place that enable-datanode-hook did not write" + source(rest),
                    Map.of(KEY, String.join(",", left)));
        }
        checkNothingElseInBlock(Map.of(KEY, String.join(",", left)));
        return rest;
    }

    /** Someone may have written between the comments. */
    private void checkNothingElseInBlock(Map<String, String> block) {
        List<String> lost = new ArrayList<>(written(view(text)));
        lost.removeAll(written(view(rest)));
        lost.remove(PLUGIN);
        if (!lost.isEmpty()) {
            throw refused(
                    "names " + String.join(",", lost) + " between the comments of enable-datanode-hook alone;"
                            + " name it outside of them",
                    block);
        }
    }

    private IllegalStateException refused(String what, Map<String, String> byHand) {
        return new IllegalStateException(
                file + " " + what + ". To write by hand, in the place that Hadoop reads:\n" + properties(byHand));
    }

    /** What a DataNode would read if the file had that text. */
    private Configuration view(String site) {
        Configuration view = new Configuration(false);
        for (String before : List.of("core-default.xml", "core-site.xml", "hdfs-default.xml")) {
            view.addResource(before);
        }
        // What it includes is found beside it.
        view.addResource(
                new ByteArrayInputStream(site.getBytes(ISO_8859_1)),
                file.toUri().toString());
        try {
            view.size();
        } catch (RuntimeException malformed) {
            throw new IllegalStateException(
                    file + " is nothing that Hadoop can read: "
                            + String.valueOf(malformed.getMessage()).split("\n", 2)[0],
                    malformed);
        }
        return view;
    }

    private static List<String> plugins(Configuration view) {
        return List.of(view.getTrimmedStrings(KEY));
    }

    /** With variables as they are written. */
    private static List<String> written(Configuration view) {
        return List.of(StringUtils.getTrimmedStrings(view.getRaw(KEY)));
    }

    private String source(String site) {
        String[] sources = view(site).getPropertySources(KEY);
        return sources == null ? "" : " in " + sources[sources.length - 1];
    }

    private static String properties(Map<String, String> block) {
        StringBuilder lines = new StringBuilder();
        block.forEach((key, value) -> lines.append("  <property><name>")
                .append(key)
                .append("</name><value>")
                .append(escaped(value))
                .append("</value></property>\n"));
        return lines.toString();
    }

    /** In any encoding that has ASCII. */
    private static String escaped(String value) {
        StringBuilder escaped = new StringBuilder();
        value.codePoints().forEach(c -> {
            if (c < ' ' || c > '~' || c == '<' || c == '>' || c == '&') {
                escaped.append("&#").append(c).append(';');
            } else {
                escaped.append((char) c);
            }
        });
        return escaped.toString();
    }
}
