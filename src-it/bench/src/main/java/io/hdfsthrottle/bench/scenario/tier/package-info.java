/** Folders of a tenant on memory and SSD, whose files move on to a slow disk. */
package io.hdfsthrottle.bench.scenario.tier;
