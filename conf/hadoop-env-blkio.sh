# Read this at the end of hadoop-env.sh on DataNodes: . /opt/hdfs-throttle/conf/hadoop-env-blkio.sh
# A DataNode joins the group that sbin/host-setup made for its user. Without the group, or without the right to it, nothing
# happens. Hadoop reads hadoop-env.sh before it knows its own command, so the shell's arguments tell which it is.
hdfs_throttle_group=${HDFS_THROTTLE_BLKIO_GROUP:-/sys/fs/cgroup/blkio/hdfs-datanode}
case "$(tr '\0' ' ' < /proc/$$/cmdline) " in
  *" datanode "*)
    if [ -w "${hdfs_throttle_group}/cgroup.procs" ]; then
      echo $$ > "${hdfs_throttle_group}/cgroup.procs"
    fi
    ;;
esac
unset hdfs_throttle_group
