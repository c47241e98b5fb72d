package io.hdfsthrottle.coverage;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The layers, pacing included, that cover each I/O path on one volume, and why others do not. Immutable. */
public final class VolumeCoverage {

    private final String volume;
    private final List<LayerCoverage> layers;
    private final int fallenBack;

    /** @param layers pacing and every kernel layer there is */
    public VolumeCoverage(String volume, List<LayerCoverage> layers, int fallenBack) {
        this.volume = Objects.requireNonNull(volume, "volume");
        this.layers = List.copyOf(layers);
        this.fallenBack = fallenBack;
    }

    /** How many layers that the settings enable, pacing included, do less there than they are meant to. */
    public int fallenBack() {
        return fallenBack;
    }

    /** The volume's storage id. */
    public String volume() {
        return volume;
    }

    /** The layers that cover that path, by name; none if no tenant is throttled on it. */
    public List<String> coveredBy(IoPath path) {
        List<String> covering = new ArrayList<>();
        for (LayerCoverage layer : layers) {
            if (layer.reasonAgainst(path).isEmpty()) {
                covering.add(layer.layer());
            }
        }
        return covering;
    }

    /** Why layers that the settings enable do not cover that path, one sentence for each; empty if all do. */
    public String reason(IoPath path) {
        List<String> reasons = new ArrayList<>();
        for (LayerCoverage layer : layers) {
            if (layer.isWanted()) {
                layer.reasonAgainst(path).ifPresent(reason -> reasons.add(layer.layer() + ": " + reason));
            }
        }
        return String.join("; ", reasons);
    }
}
