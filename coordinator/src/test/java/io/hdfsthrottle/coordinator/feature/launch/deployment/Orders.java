package io.hdfsthrottle.coordinator.feature.launch.deployment;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Form.Argument;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Form.Bounds;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Kind;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Version;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Products and orders of them. */
public final class Orders {
    /** A form with one required word and any number of optional ones. */
    static final Form FORM = new Form(
            new Bounds(1, 4, 1),
            new Bounds(1, 3, 1),
            new Bounds(1, 8, 2),
            new Bounds(512, 8_192, 1_024),
            List.of(
                    new Argument("input", "a file", Pattern.compile("hdfs:/[a-z/]+"), Optional.empty(), "hdfs:/in"),
                    new Argument("more", "words", Pattern.compile("[a-z -]*"), Optional.of(""), "a b")));

    private Orders() {}

    static Product product(Kind kind) {
        return new Product(
                "count",
                "Counts",
                kind,
                Product.Role.REGISTER,
                List.of(new Version("one", "jars/count_*.jar", "org.Count", List.of("{input}", "-v", "{more*}"))),
                FORM);
    }

    /** An application of that user, on so many disks. */
    public static Order application(String user, int disks) {
        return application(user, disks, "hdfs:/in");
    }

    /** What is launched of an order just now, with the lease lease-7. */
    public static Deployment deployment(String id, Order order) {
        return Deployment.started(id, order, "lease-7", 1_800_000_000L);
    }

    /** The same with that input. */
    public static Order application(String user, int disks, String input) {
        return order(Kind.APPLICATION, user, disks, 1, input);
    }

    /** A standalone master of so many nodes, with so many disks each. */
    public static Order standalone(int nodes, int disks) {
        return order(Kind.STANDALONE, "alice", disks, nodes, "hdfs:/in");
    }

    /** An application of a user whom no credential verified. */
    public static Order unverified(String user, int disks) {
        Order order = application(user, disks);
        return new Order(
                order.product(),
                order.version(),
                user,
                false,
                order.tenant(),
                order.size(),
                order.kind(),
                order.time());
    }

    private static Order order(Kind kind, String user, int disks, int nodes, String input) {
        Product product = product(kind);
        return new Order(
                product,
                product.versions().get(0),
                user,
                true,
                Tenant.DEFAULT,
                FORM.filled(
                        OptionalInt.of(disks),
                        OptionalInt.of(nodes),
                        OptionalInt.empty(),
                        Optional.empty(),
                        Map.of("input", input, "more", "a  b ")),
                Optional.empty(),
                Duration.ofHours(1));
    }
}
