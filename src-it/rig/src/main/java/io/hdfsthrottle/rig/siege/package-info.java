/** A coordinator under attack: generated hostile requests on every route with every credential, beside a node and an administrator that are honest. */
package io.hdfsthrottle.rig.siege;
