/** Spark's SQL server and the clients that speak to it over JDBC. */
package io.hdfsthrottle.rig.sql;
