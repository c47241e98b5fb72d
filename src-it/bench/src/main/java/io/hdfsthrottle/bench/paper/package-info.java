/** What the four papers show, which runs of scenarios show it here, and the page that says how they compare. */
package io.hdfsthrottle.bench.paper;
