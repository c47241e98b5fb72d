package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A journal entry: what was started for one cluster. Immutable.
 *
 * @param directories that are the cluster's alone, and are removed with it; each has the cluster's name
 * @param farewell what to do on YARN when the processes are gone, if it runs there
 */
record Entry(
        String cluster, String lease, List<Path> directories, List<Started> programs, Optional<YarnCleanup> farewell) {
    private static final Pattern CLUSTER = Pattern.compile("c-[0-9a-f]{8,32}");
    private static final int MOST = 1_000;

    /**
     * A process.
     *
     * @param began when it started, milliseconds since 1970: distinguishes it from other processes with that pid
     */
    record Started(long pid, long began) {
        static Started of(ProcessHandle process) {
            return new Started(
                    process.pid(),
                    process.info()
                            .startInstant()
                            .map(time -> time.toEpochMilli())
                            .orElse(0L));
        }

        boolean is(ProcessHandle process) {
            return equals(of(process));
        }
    }

    /** @throws IllegalArgumentException if it names a directory that is not the cluster's */
    Entry {
        directories = List.copyOf(directories);
        programs = List.copyOf(programs);
        if (!CLUSTER.matcher(cluster).matches()) {
            throw new IllegalArgumentException("no name of a cluster: " + cluster);
        }
        for (Path directory : directories) {
            if (!directory.isAbsolute() || !directory.endsWith(cluster)) {
                throw new IllegalArgumentException(directory + " is no directory of " + cluster);
            }
        }
    }

    Entry with(List<Started> started) {
        return new Entry(cluster, lease, directories, started, farewell);
    }

    Entry withoutFarewell() {
        return new Entry(cluster, lease, directories, programs, Optional.empty());
    }

    String write() {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("cluster", cluster);
        entry.put("lease", lease);
        entry.put("directories", directories.stream().map(Path::toString).toList());
        List<Object> started = new ArrayList<>();
        programs.forEach(each -> started.add(Map.of("pid", each.pid(), "began", each.began())));
        entry.put("programs", started);
        farewell.ifPresent(each -> entry.put(
                "yarn",
                Map.of("spark", each.spark().toString(), "conf", each.conf().toString(), "user", each.user())));
        return JsonObject.write(entry);
    }

    /** @throws IllegalArgumentException if it is no entry */
    static Entry read(String written) {
        try {
            JsonObject entry = JsonObject.parse(written);
            List<Started> programs = new ArrayList<>();
            for (JsonObject each : entry.objects("programs", MOST)) {
                programs.add(new Started(each.count("pid"), each.count("began")));
            }
            Optional<JsonObject> yarn = entry.optionalObject("yarn");
            return new Entry(
                    entry.text("cluster"),
                    entry.text("lease"),
                    entry.texts("directories", MOST).stream().map(Path::of).toList(),
                    programs,
                    yarn.isPresent() ? Optional.of(farewell(yarn.get())) : Optional.empty());
        } catch (MalformedJsonException broken) {
            throw new IllegalArgumentException(broken.getMessage(), broken);
        }
    }

    private static YarnCleanup farewell(JsonObject yarn) throws MalformedJsonException {
        return new YarnCleanup(Path.of(yarn.text("spark")), Path.of(yarn.text("conf")), yarn.text("user"));
    }
}
