package io.hdfsthrottle.cli.policy.translate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hdfsthrottle.cli.remote.Failure;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;

/** A translated file, in short lines. */
final class Translated {
    private final Translation translation;

    Translated(Format format, String text) {
        this.translation = format.translate(new Source("file", text));
    }

    /** As {@code name priority [limit]}. */
    List<String> tenants() {
        return translation.tenants().stream()
                .map(each -> each.get("tenant") + " " + each.get("priority")
                        + (each.containsKey("limitBytesPerSecond") ? " " + each.get("limitBytesPerSecond") : ""))
                .toList();
    }

    /** As {@code name {fact=pattern} tenant}. */
    List<String> rules() {
        return translation.rules().stream()
                .map(each -> each.get("rule") + " " + each.get("match") + " " + each.get("tenant"))
                .toList();
    }

    String comments() {
        return String.join("\n", translation.comments());
    }

    static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(Format format, String text) {
        return assertThatThrownBy(() -> format.translate(new Source("file", text)))
                .isInstanceOfSatisfying(Failure.class, told -> {
                    if (!told.wronglyAsked()) {
                        throw new AssertionError("exit code 1", told);
                    }
                });
    }
}
