package io.hdfsthrottle.mode;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The modes that people have set. Off for the cluster is off everywhere; otherwise a node's own mode precedes the
 * cluster's, and a tenant's mode does no more than its node's. Immutable.
 */
public final class Modes {

    /** None is set: every node goes by its own settings. */
    public static final Modes NONE = new Modes(null, Map.of(), Map.of());

    /** How many nodes, and how many tenants, may have a mode of their own. */
    public static final int MOST = 10_000;

    private final Mode cluster;
    private final Map<String, Mode> nodes;
    private final Map<Tenant, Mode> tenants;

    private Modes(Mode cluster, Map<String, Mode> nodes, Map<Tenant, Mode> tenants) {
        this.cluster = cluster;
        this.nodes = Collections.unmodifiableMap(new TreeMap<>(nodes));
        this.tenants = Collections.unmodifiableMap(new TreeMap<>(tenants));
    }

    /** These modes. */
    public static Modes of(Optional<Mode> cluster, Map<String, Mode> nodes, Map<Tenant, Mode> tenants) {
        return new Modes(cluster.orElse(null), nodes, tenants);
    }

    /** The cluster's, if it is set. */
    public Optional<Mode> cluster() {
        return Optional.ofNullable(cluster);
    }

    /** The mode that holds on a node; empty where that goes by its settings. */
    public Optional<Mode> of(String node) {
        return cluster == Mode.OFF ? cluster() : Optional.ofNullable(nodes.getOrDefault(node, cluster));
    }

    /** The most that is done about a tenant's I/O, whatever its node does. */
    public Mode of(Tenant tenant) {
        return tenants.getOrDefault(tenant, Mode.ENFORCE);
    }

    /** As members of JSON. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        cluster().ifPresent(mode -> json.put("cluster", mode.label()));
        json.put("nodes", list("node", nodes));
        Map<String, Mode> named = new TreeMap<>();
        tenants.forEach((tenant, mode) -> named.put(tenant.name(), mode));
        json.put("tenants", list("tenant", named));
        return json;
    }

    private static List<Object> list(String what, Map<String, Mode> modes) {
        List<Object> list = new ArrayList<>();
        modes.forEach((name, mode) -> list.add(Map.of(what, name, "mode", mode.label())));
        return list;
    }

    /**
     * Reads what {@link #toJson} wrote.
     *
     * @throws MalformedJsonException if a member is missing or of the wrong type
     * @throws IllegalArgumentException if there is no such mode or tenant
     */
    public static Modes fromJson(JsonObject json) throws MalformedJsonException {
        Map<String, Mode> nodes = new TreeMap<>();
        for (JsonObject entry : json.objects("nodes", MOST)) {
            nodes.put(entry.text("node"), named(entry.text("mode")));
        }
        Map<Tenant, Mode> tenants = new TreeMap<>();
        for (JsonObject entry : json.objects("tenants", MOST)) {
            tenants.put(Tenant.named(entry.text("tenant")), named(entry.text("mode")));
        }
        return of(json.optionalText("cluster").map(Modes::named), nodes, tenants);
    }

    private static Mode named(String label) {
        return Mode.labelled(label).orElseThrow(() -> new IllegalArgumentException("a mode is " + Mode.LABELS));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Modes
                && ((Modes) other).cluster == cluster
                && ((Modes) other).nodes.equals(nodes)
                && ((Modes) other).tenants.equals(tenants);
    }

    @Override
    public int hashCode() {
        return Objects.hash(cluster, nodes, tenants);
    }

    @Override
    public String toString() {
        return "Modes{cluster=" + cluster + ", nodes=" + nodes + ", tenants=" + tenants + "}";
    }
}
