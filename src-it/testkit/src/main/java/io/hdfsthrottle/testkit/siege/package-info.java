/** A coordinator under attack on every route, beside an honest node and an honest administrator. */
package io.hdfsthrottle.testkit.siege;
