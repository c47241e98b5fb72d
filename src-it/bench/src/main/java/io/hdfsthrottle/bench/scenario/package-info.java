/** What each benchmark does: measures with the hook and without it, and holds the figures against bars. */
package io.hdfsthrottle.bench.scenario;
