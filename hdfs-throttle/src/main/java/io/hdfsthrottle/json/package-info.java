/** Untrusted JSON, read member by member and refused by name; the only package that uses the JSON library. */
package io.hdfsthrottle.json;
