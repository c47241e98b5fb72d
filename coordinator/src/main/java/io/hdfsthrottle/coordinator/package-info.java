/** The coordinator, assembled from its parts. */
package io.hdfsthrottle.coordinator;
