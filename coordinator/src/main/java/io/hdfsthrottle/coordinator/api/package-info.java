/** The coordinator's REST API: the only place that depends on Javalin and Jackson. */
package io.hdfsthrottle.coordinator.api;
