/** Values with their unit in the type, and the only clock. Imports nothing of ours. */
package io.hdfsthrottle.unit;
