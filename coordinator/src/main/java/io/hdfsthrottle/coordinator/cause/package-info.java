/** What the time of operations on DataNodes went for, divided among causes. Pure: values in, values out. */
package io.hdfsthrottle.coordinator.cause;
