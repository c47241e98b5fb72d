/** How soon three DataNodes follow what a coordinator was told. */
package io.hdfsthrottle.bench.scenario.reaction;
