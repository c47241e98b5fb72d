/**
 * A coordinator under attack: generated hostile requests on every route with every credential, alongside an honest node
 * and an honest administrator.
 */
package io.hdfsthrottle.testkit.siege;
