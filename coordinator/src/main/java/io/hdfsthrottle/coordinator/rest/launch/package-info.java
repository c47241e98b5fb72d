/** The endpoints of products and clusters. */
package io.hdfsthrottle.coordinator.rest.launch;
