package io.hdfsthrottle.testkit.hdfs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Reads the hook's figures from a DataNode's own {@code /jmx}. */
public final class HookFigures {

    private static final String BEAN = "Hadoop:service=DataNode,name=HdfsThrottle";

    private final Map<String, Object> attributes;

    private HookFigures(Map<String, Object> attributes) {
        this.attributes = attributes;
    }

    public static HookFigures of(DataNode dataNode) {
        try {
            return new HookFigures(dataNode.bean(BEAN));
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    /** Whether the hook's bean exists; a DataNode without its JAR has none. */
    public static boolean isThere(DataNode dataNode) {
        try {
            return dataNode.beanNames("Hadoop:service=DataNode,*").contains(BEAN);
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    public String text(String attribute) {
        return String.valueOf(attributes.get(attribute));
    }

    public long number(String attribute) {
        return ((Number) attributes.get(attribute)).longValue();
    }

    /** The sum of an attribute over a tenant's volumes; 0 for an unknown tenant. */
    public double tenant(String tenant, String attribute) {
        return tenants().stream()
                .filter(figures -> tenant.equals(figures.get("tenant")))
                .mapToDouble(figures -> ((Number) figures.get(attribute)).doubleValue())
                .sum();
    }

    @SuppressWarnings("unchecked")
    public List<Map<String, Object>> tenants() {
        return (List<Map<String, Object>>) attributes.get("Tenants");
    }

    /** What is left on each volume that is to be drained. */
    @SuppressWarnings("unchecked")
    public List<Map<String, Object>> drains() {
        return (List<Map<String, Object>>) attributes.get("Drains");
    }

    /** The layers that cover each I/O path of each volume. */
    @SuppressWarnings("unchecked")
    public List<Map<String, Object>> coverage() {
        return (List<Map<String, Object>>) attributes.get("Coverage");
    }

    @Override
    public String toString() {
        return attributes.toString();
    }
}
