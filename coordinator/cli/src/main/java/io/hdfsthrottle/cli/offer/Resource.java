package io.hdfsthrottle.cli.offer;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.unit.Rate;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Bandwidth as a countable resource, as schedulers know it.
 *
 * @param name what it is called there
 * @param units how many there are
 */
record Resource(String name, int units) {
    /** With more units, each would be too small to schedule. */
    static final int MOST_UNITS = 10_000;

    private static final Pattern NAME = Pattern.compile("[a-z]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final Pattern VENDOR =
            Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+");

    /** @throws Failure if the name is invalid */
    Resource {
        if (!NAME.matcher(name).matches()) {
            throw Failure.wronglyAsked(
                    "--name " + name + ": 1 to 63 of a-z 0-9 -, beginning with a letter, for example hdfs-bandwidth",
                    null);
        }
    }

    /** What can be promised of these volumes, in whole units; fails if the unit is zero, or too small. */
    static Resource of(String name, Collection<Offer> offers, Rate unit) {
        long free = offers.stream()
                .mapToLong(offer -> offer.freeToReserve().orElse(0L))
                .sum();
        long units = unit.equals(Rate.ZERO) ? Long.MAX_VALUE : free / unit.bytesPerSecond();
        if (units > MOST_UNITS) {
            throw Failure.wronglyAsked(
                    "--unit " + unit + ": more than " + MOST_UNITS + " of it are free; for example 10m", null);
        }
        return new Resource(name, (int) units);
    }

    /** As a discovery script of Spark prints it: one address a unit. */
    String forSpark() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put(
                "addresses",
                IntStream.range(0, units).mapToObj(Integer::toString).toList());
        return JsonObject.write(json);
    }

    /** As a NodeManager reads it: all of {@code node-resources.xml}. */
    String forYarn() {
        return String.format(Locale.ROOT, """
            <?xml version="1.0"?>
            <configuration>
              <property>
                <name>yarn.nodemanager.resource-type.%s</name>
                <value>%d</value>
              </property>
            </configuration>\
            """, name, units);
    }

    /**
     * As a patch (RFC 6902) of the status of a node of Kubernetes: an extended resource.
     *
     * @param vendor the domain that it is of
     * @throws Failure if that is no domain
     */
    String forKubernetes(String vendor) {
        if (!VENDOR.matcher(vendor).matches() || vendor.endsWith("kubernetes.io")) {
            throw Failure.wronglyAsked(
                    "--vendor " + vendor + ": a domain other than kubernetes.io, for example hdfsthrottle.io", null);
        }
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("op", "add");
        operation.put("path", "/status/capacity/" + vendor + "~1" + name);
        operation.put("value", Integer.toString(units));
        return "[" + JsonObject.write(operation) + "]";
    }
}
