/** Values with their unit in the type, and the only clock. Imports no other package of the project. */
package io.hdfsthrottle.unit;
