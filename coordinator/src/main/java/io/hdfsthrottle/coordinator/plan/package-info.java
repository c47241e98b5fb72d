/** What another policy would give to whom, by what nodes reported last. Pure: values in, values out. */
package io.hdfsthrottle.coordinator.plan;
