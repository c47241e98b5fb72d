package io.hdfsthrottle.coverage;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The layers, pacing included, that cover each I/O path on one volume, and why others do not. Immutable. */
public final class VolumeCoverage {

    private final String volume;
    private final List<LayerCoverage> layers;

    private VolumeCoverage(String volume, List<LayerCoverage> layers) {
        this.volume = Objects.requireNonNull(volume, "volume");
        this.layers = List.copyOf(layers);
    }

    /**
     * The coverage of a volume.
     *
     * @param volume its storage id
     * @param layers pacing and every kernel layer there is
     */
    public static VolumeCoverage of(String volume, List<LayerCoverage> layers) {
        return new VolumeCoverage(volume, layers);
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
