# What the daemons and commands of Hadoop are started with.
export JAVA_HOME=/usr/lib/jvm/java
export HADOOP_LOG_DIR=/var/log/hadoop
export HADOOP_PID_DIR=/var/run/hadoop
export HADOOP_HEAPSIZE_MAX=256m
export HADOOP_OPTS="${HADOOP_OPTS} -Djava.net.preferIPv4Stack=true -XX:+UseSerialGC"
export HDFS_NAMENODE_USER=hdfs
export HDFS_DATANODE_USER=hdfs
export YARN_RESOURCEMANAGER_USER=hdfs
export YARN_NODEMANAGER_USER=hdfs
