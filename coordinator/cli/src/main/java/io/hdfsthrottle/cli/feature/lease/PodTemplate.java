package io.hdfsthrottle.cli.feature.lease;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A pod template of Spark on Kubernetes whose executors run on one host and have folders of that host as their local
 * directories: Spark takes every mounted volume whose name begins with {@code spark-local-dir-} for one (Spark:
 * LocalDirsFeatureStep).
 */
final class PodTemplate {
    private static final String HOST_LABEL = "kubernetes.io/hostname";
    private static final String LOCAL_DIRECTORY = "spark-local-dir-";
    private static final String CONTAINER = "spark-kubernetes-executor";

    private PodTemplate() {}

    /** For executors on a host, named as its node's label {@code kubernetes.io/hostname} has it. */
    static Map<String, Object> of(String host, List<String> folders) {
        List<Map<String, Object>> volumes = new ArrayList<>();
        List<Map<String, Object>> mounts = new ArrayList<>();
        for (int i = 0; i < folders.size(); i++) {
            String name = LOCAL_DIRECTORY + (i + 1);
            Map<String, Object> path = new LinkedHashMap<>();
            path.put("path", folders.get(i));
            path.put("type", "Directory");
            volumes.add(Map.of("name", name, "hostPath", path));
            mounts.add(Map.of("name", name, "mountPath", folders.get(i)));
        }
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("nodeSelector", Map.of(HOST_LABEL, host));
        spec.put("containers", List.of(Map.of("name", CONTAINER, "volumeMounts", mounts)));
        spec.put("volumes", volumes);
        Map<String, Object> pod = new LinkedHashMap<>();
        pod.put("apiVersion", "v1");
        pod.put("kind", "Pod");
        pod.put("spec", spec);
        return pod;
    }
}
