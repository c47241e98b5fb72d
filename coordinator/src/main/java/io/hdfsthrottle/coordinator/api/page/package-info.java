/** The web page for users, as a browser gets it. */
package io.hdfsthrottle.coordinator.api.page;
