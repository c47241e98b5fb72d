/** The parts that are distinguished within an application, and their terms. Pure. */
package io.hdfsthrottle.part;
