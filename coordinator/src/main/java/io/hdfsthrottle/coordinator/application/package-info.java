/** The living applications, the tenants that they belong to, and the tags that state this. */
package io.hdfsthrottle.coordinator.application;
