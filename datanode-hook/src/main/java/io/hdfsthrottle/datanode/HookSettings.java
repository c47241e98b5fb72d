package io.hdfsthrottle.datanode;

import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.setting.SettingException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** Reads the agent's settings out of a DataNode's configuration. */
public final class HookSettings {

    private HookSettings() {}

    /** Reads all our keys of the configuration. */
    static AgentSettings read(Configuration configuration) throws SettingException {
        Map<String, String> ours = new TreeMap<>();
        for (Map.Entry<String, String> entry : configuration) {
            if (entry.getKey().startsWith(AgentSettings.PREFIX)) {
                ours.put(entry.getKey(), configuration.get(entry.getKey()));
            }
        }
        return AgentSettings.parse(ours);
    }

    /** The source of a key's value, for messages. */
    static String source(Configuration configuration, String key) {
        String[] sources = configuration.getPropertySources(key);
        return sources == null || sources.length == 0 ? "unknown" : Arrays.toString(sources);
    }

    /** The file of the last good grant if the settings name none: beside the DataNode's other temporary state. */
    static Path grantFile(AgentSettings settings, Configuration configuration, String node) {
        return settings.grants().file().orElseGet(() -> stateFolder(configuration)
                .resolve("grant-" + node.replaceAll("[^A-Za-z0-9._-]", "_")));
    }

    /** A folder beside the DataNode's other temporary state. */
    static Path stateFolder(Configuration configuration) {
        return Path.of(configuration.get("hadoop.tmp.dir", System.getProperty("java.io.tmpdir")), "hdfs-throttle");
    }
}
