package io.hdfsthrottle.setting;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The setting of the placement of new blocks: the host makes the policy that it names, before there is an agent.
 * Immutable.
 */
public final class PlacementSettings {

    private static final String KEY = "volume.choosing.policy";

    /** The whole key, for the host to read. */
    public static final String POLICY = AgentSettings.PREFIX + KEY;

    static final Set<String> KEYS = Set.of(KEY);

    private static final String DEFAULT =
            "org.apache.hadoop.hdfs.server.datanode.fsdataset.RoundRobinVolumeChoosingPolicy";

    private static final Pattern CLASS = Pattern.compile("([A-Za-z_$][\\w$]*\\.)*[A-Za-z_$][\\w$]*");

    private final String policy;

    /** @throws SettingException if it is no name of a class */
    PlacementSettings(Map<String, String> written) throws SettingException {
        policy = Setting.read(written, KEY, DEFAULT, PlacementSettings::className);
    }

    private static String className(String written) {
        if (!CLASS.matcher(written.trim()).matches()) {
            throw new IllegalArgumentException("'" + written + "' is no class; for example " + DEFAULT);
        }
        return written.trim();
    }

    @Override
    public String toString() {
        return policy;
    }
}
