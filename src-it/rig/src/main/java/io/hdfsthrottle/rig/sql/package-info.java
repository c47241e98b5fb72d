/** Spark's SQL server and its JDBC clients. */
package io.hdfsthrottle.rig.sql;
