/** Shared disks against disks of their own for applications, as the platform paper compares them. */
package io.hdfsthrottle.bench.scenario.coupling;
