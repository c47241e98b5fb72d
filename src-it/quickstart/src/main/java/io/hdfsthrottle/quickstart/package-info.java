/** The quickstart: the same three Spark applications under HDFS's own limit and by priority, measured and drawn. */
package io.hdfsthrottle.quickstart;
