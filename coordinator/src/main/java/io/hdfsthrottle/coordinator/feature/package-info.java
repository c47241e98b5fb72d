/**
 * What the coordinator does besides making shares: each feature is a folder below this one, with its state, its factor
 * of weights, its routes, its metrics and its settings. {@code META-INF/services} names them; the core knows none, and
 * none knows another. What one gives to another is an interface here.
 */
package io.hdfsthrottle.coordinator.feature;
