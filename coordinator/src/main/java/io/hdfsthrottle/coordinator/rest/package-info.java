/** The coordinator over HTTP: the only place that knows Javalin and Jackson. */
package io.hdfsthrottle.coordinator.rest;
