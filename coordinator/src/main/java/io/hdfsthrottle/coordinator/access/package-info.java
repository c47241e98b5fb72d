/** Who asks, and what they may: roles, credentials, and the files that name them. */
package io.hdfsthrottle.coordinator.access;
