package io.hdfsthrottle.coordinator.feature.launch.deployment;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Form.Argument;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Form.Bounds;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Kind;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Version;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The products that can be launched, in the order of their file. Immutable.
 *
 * @param products no two of one name
 */
public record Catalogue(List<Product> products) {
    /** No products. */
    public static final Catalogue EMPTY = new Catalogue(List.of());

    private static final int FORMAT = 1;
    private static final int MOST_PRODUCTS = 64;
    private static final int MOST_VERSIONS = 16;
    private static final int MOST_WORDS = 64;

    /** @throws IllegalArgumentException if two have one name */
    public Catalogue {
        products = List.copyOf(products);
        Set<String> names = new TreeSet<>();
        for (Product product : products) {
            if (!names.add(product.name())) {
                throw new IllegalArgumentException("there are two products " + product.name());
            }
        }
    }

    /** The product of that name. */
    public Optional<Product> product(String name) {
        return products.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /**
     * Reads a catalogue.
     *
     * @param written JSON, as {@code conf/products.json} has it
     * @throws IllegalArgumentException naming what is invalid
     */
    public static Catalogue read(String written) {
        try {
            JsonObject file = JsonObject.parse(written);
            permit(file, "format", "products");
            if (file.count("format") != FORMAT) {
                throw new IllegalArgumentException("its format is " + file.count("format") + ", not " + FORMAT);
            }
            List<Product> products = new ArrayList<>();
            for (JsonObject each : file.objects("products", MOST_PRODUCTS)) {
                products.add(product(each));
            }
            return new Catalogue(products);
        } catch (MalformedJsonException | InvalidInput wrong) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
    }

    private static Product product(JsonObject entry) throws MalformedJsonException {
        String name = entry.text("name");
        try {
            permit(entry, "name", "title", "kind", "role", "versions", "form");
            List<Version> versions = new ArrayList<>();
            for (JsonObject each : entry.objects("versions", MOST_VERSIONS)) {
                permit(each, "version", "jar", "class", "arguments");
                versions.add(new Version(
                        each.text("version"),
                        each.optionalText("jar").orElse(""),
                        each.optionalText("class").orElse(""),
                        each.texts("arguments", MOST_WORDS)));
            }
            return new Product(
                    name,
                    entry.text("title"),
                    oneOf(entry, "kind", Map.of("application", Kind.APPLICATION, "standalone", Kind.STANDALONE)),
                    oneOf(entry, "role", Map.of("register", false, "admin", true)),
                    versions,
                    form(entry.object("form")));
        } catch (IllegalArgumentException | ArithmeticException | MalformedJsonException | InvalidInput wrong) {
            throw new IllegalArgumentException("the product " + name + ": " + wrong.getMessage(), wrong);
        }
    }

    private static <T> T oneOf(JsonObject entry, String member, Map<String, T> values) throws MalformedJsonException {
        T value = values.get(entry.text(member));
        if (value == null) {
            throw new IllegalArgumentException(
                    member + " is one of " + new TreeSet<>(values.keySet()) + ", not " + entry.text(member));
        }
        return value;
    }

    private static Form form(JsonObject form) throws MalformedJsonException {
        permit(form, "disks", "nodes", "cores", "memory", "arguments");
        JsonObject memory = form.object("memory");
        permit(memory, "least", "most", "default");
        Map<String, Argument> arguments = new LinkedHashMap<>();
        for (JsonObject each : form.objects("arguments", Form.MOST_ARGUMENTS)) {
            permit(each, "name", "title", "pattern", "default", "example");
            arguments.put(
                    each.text("name"),
                    new Argument(
                            each.text("name"),
                            each.text("title"),
                            Pattern.compile(each.text("pattern")),
                            each.optionalText("default"),
                            each.text("example")));
        }
        return new Form(
                bounds(form.object("disks")),
                bounds(form.object("nodes")),
                bounds(form.object("cores")),
                new Bounds(
                        Form.mebibytes(memory.text("least")),
                        Form.mebibytes(memory.text("most")),
                        Form.mebibytes(memory.text("default"))),
                List.copyOf(arguments.values()));
    }

    private static Bounds bounds(JsonObject bounds) throws MalformedJsonException {
        permit(bounds, "least", "most", "default");
        return new Bounds(
                Math.toIntExact(bounds.count("least")),
                Math.toIntExact(bounds.count("most")),
                Math.toIntExact(bounds.count("default")));
    }

    private static void permit(JsonObject object, String... known) {
        Set<String> unknown = new TreeSet<>(object.names());
        unknown.removeAll(Set.of(known));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("unknown are " + unknown + "; known are " + List.of(known));
        }
    }
}
