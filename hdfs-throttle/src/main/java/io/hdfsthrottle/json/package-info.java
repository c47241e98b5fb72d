/** JSON from outside, read member by member and refused by name; the only place that knows the JSON library. */
package io.hdfsthrottle.json;
