/** Authentication and authorization of callers: roles, credentials, and the files that name them. */
package io.hdfsthrottle.coordinator.access;
