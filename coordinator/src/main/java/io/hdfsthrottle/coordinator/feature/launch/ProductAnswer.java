package io.hdfsthrottle.coordinator.feature.launch;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Backend;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Form;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product;
import java.util.List;
import java.util.Locale;

/** JSON of one product that can be launched. */
record ProductAnswer(
        String product, String title, String kind, String role, List<VersionAnswer> versions, FormAnswer form) {
    /** One version; its trouble is null if it can be launched. */
    record VersionAnswer(String version, String trouble) {}

    /** Bounds of a size; those of memory are texts such as {@code 2g}. */
    record BoundsAnswer(Object least, Object most, Object otherwise) {
        static BoundsAnswer of(Form.Bounds bounds) {
            return new BoundsAnswer(bounds.least(), bounds.most(), bounds.otherwise());
        }

        static BoundsAnswer ofMemory(Form.Bounds bounds) {
            return new BoundsAnswer(
                    Form.written(bounds.least()), Form.written(bounds.most()), Form.written(bounds.otherwise()));
        }
    }

    /** One argument; {@code otherwise} is null if it has to be given. */
    record ArgumentAnswer(String name, String title, String pattern, String otherwise, String example) {}

    record FormAnswer(
            BoundsAnswer disks,
            BoundsAnswer nodes,
            BoundsAnswer cores,
            BoundsAnswer memory,
            List<ArgumentAnswer> arguments) {}

    static ProductAnswer of(Product product, Backend backend) {
        Form form = product.form();
        return new ProductAnswer(
                product.name(),
                product.title(),
                product.kind().name().toLowerCase(Locale.ROOT),
                product.trusted() ? "admin" : "register",
                product.versions().stream()
                        .map(version -> {
                            String trouble = backend.trouble(product, version);
                            return new VersionAnswer(version.name(), trouble.isEmpty() ? null : trouble);
                        })
                        .toList(),
                new FormAnswer(
                        BoundsAnswer.of(form.disks()),
                        BoundsAnswer.of(form.nodes()),
                        BoundsAnswer.of(form.cores()),
                        BoundsAnswer.ofMemory(form.memory()),
                        form.arguments().stream()
                                .map(each -> new ArgumentAnswer(
                                        each.name(),
                                        each.title(),
                                        each.pattern().pattern(),
                                        each.otherwise().orElse(null),
                                        each.example()))
                                .toList()));
    }
}
