/** The applications that are alive, whom they belong to, and the tags that say so. */
package io.hdfsthrottle.coordinator.app;
