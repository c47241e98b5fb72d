/** The page for people, as a browser gets it. */
package io.hdfsthrottle.coordinator.rest.page;
