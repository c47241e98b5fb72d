package io.hdfsthrottle.coordinator.feature.launch.deployment;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Form.Bounds;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Kind;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Version;
import io.hdfsthrottle.identity.Tenant;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the next process of a coordinator has to know of an order that runs, whatever its catalogue has by then. Immutable.
 *
 * @param asked when it was launched, seconds since 1970
 */
public record Recorded(
        String product,
        Kind kind,
        String version,
        String user,
        boolean userVerified,
        String tenant,
        Form.Filled size,
        long forSeconds,
        long asked)
        implements Serializable {
    private static final Bounds ONE = new Bounds(1, 1, 1);

    /** @throws IllegalArgumentException if something is missing */
    public Recorded {
        if (product == null
                || kind == null
                || version == null
                || user == null
                || size == null
                || tenant == null
                || Tenant.parse(tenant).isEmpty()) {
            throw new IllegalArgumentException("no order: " + product + " of " + user);
        }
    }

    /** What is recorded of a deployment. */
    public static Recorded of(Deployment deployment) {
        Order order = deployment.order();
        return new Recorded(
                order.product().name(),
                order.product().kind(),
                order.version().name(),
                order.user(),
                order.userVerified(),
                order.tenant().name(),
                order.size(),
                order.time().toSeconds(),
                deployment.asked());
    }

    /** The deployment again, which runs as far as is known. */
    public Deployment deployment(String id, String lease) {
        Version only = new Version(version, "", "", List.of());
        Form form = new Form(ONE, ONE, ONE, ONE, List.of());
        Order order = new Order(
                new Product(product, product, kind, Product.Role.ADMIN, List.of(only), form),
                only,
                user,
                userVerified,
                Tenant.named(tenant),
                size,
                Optional.empty(),
                Duration.ofSeconds(forSeconds));
        Deployment.State runs = Deployment.State.RUNNING;
        return new Deployment(id, order, lease, runs, runs, asked, asked, "");
    }
}
