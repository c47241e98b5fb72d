package io.hdfsthrottle.testkit.hdfs;

import java.util.List;
import java.util.Map;
import org.apache.commons.io.function.Uncheck;

/** The hook's figures, read from a DataNode's own {@code /jmx}. */
public record HookFigures(Map<String, Object> attributes) {

    private static final String BEAN = "Hadoop:service=DataNode,name=HdfsThrottle";

    public static HookFigures of(DataNode dataNode) {
        return new HookFigures(Uncheck.get(() -> dataNode.bean(BEAN)));
    }

    public String text(String attribute) {
        return String.valueOf(attributes.get(attribute));
    }

    public long number(String attribute) {
        return ((Number) attributes.get(attribute)).longValue();
    }

    /** The sum of an attribute over a tenant's volumes; 0 for an unknown tenant. */
    public double tenant(String tenant, String attribute) {
        return rows("Tenants").stream()
                .filter(figures -> tenant.equals(figures.get("tenant")))
                .mapToDouble(figures -> ((Number) figures.get(attribute)).doubleValue())
                .sum();
    }

    /** An attribute that is a table, such as {@code Coverage}: the layers of each I/O path of each volume. */
    @SuppressWarnings("unchecked")
    public List<Map<String, Object>> rows(String attribute) {
        return (List<Map<String, Object>>) attributes.get(attribute);
    }
}
