package io.hdfsthrottle.cli.feature;

/**
 * A command of a feature, found by {@link java.util.ServiceLoader}. Without the feature's folder and its lines in
 * {@code META-INF/services} the command line is complete.
 */
public interface FeatureCommand {}
