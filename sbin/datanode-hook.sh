# Sourced by enable-datanode-hook and disable-datanode-hook: where Hadoop is, and how its hdfs-site.xml is edited.
# The file is edited as bytes: what is taken out is exactly what was put in.
export LC_ALL=C

readonly LINK=share/hadoop/hdfs/lib/hdfs-throttle-datanode.jar
readonly PLUGIN=io.hdfsthrottle.datanode.ThrottlePlugin
readonly BEGIN='<!-- hdfs-throttle: begin (enable-datanode-hook wrote this, disable-datanode-hook removes it) -->'
readonly END='<!-- hdfs-throttle: end -->'

# find_hadoop: checks $hadoop_home and $conf_dir, or finds them; sets $site, the hdfs-site.xml itself.
find_hadoop() {
  hadoop_home=${hadoop_home:-${HADOOP_HOME:-}}
  [[ -n $hadoop_home ]] || refuse "--hadoop-home is missing and HADOOP_HOME is not set; a good value is /opt/hadoop"
  [[ -d $hadoop_home/share/hadoop/hdfs/lib ]] ||
    refuse "--hadoop-home $hadoop_home holds no share/hadoop/hdfs/lib; a good value is where bin/hdfs lies, such as /opt/hadoop"
  conf_dir=${conf_dir:-${HADOOP_CONF_DIR:-$hadoop_home/etc/hadoop}}
  [[ -f $conf_dir/hdfs-site.xml ]] ||
    refuse "--conf-dir $conf_dir holds no hdfs-site.xml; name the folder that the DataNode reads, for example /etc/hadoop/conf"
  site=$(readlink -f "$conf_dir/hdfs-site.xml")
}

# read_site: sets $content, every byte of the file.
read_site() {
  content=$(cat "$site" && printf x)
  content=${content%x}
}

# without_block TEXT: prints the text without what enable-datanode-hook wrote, followed by an x that keeps its last newlines.
without_block() {
  local text=$1
  if [[ $text == *"$BEGIN"*"$END"$'\n'* ]]; then
    text=${text%%"$BEGIN"*}${text#*"$END"$'\n'}
  fi
  printf '%sx' "$text"
}

# plugins TEXT: prints the value of dfs.datanode.plugins, the last one if there are several.
plugins() {
  local text=$1
  while [[ $text == *'<!--'*'-->'* ]]; do
    text=${text%%'<!--'*}${text#*'-->'}
  done
  tr -d '[:space:]' <<<"$text" | sed 's:</property>:&\n:g' | grep -F '<name>dfs.datanode.plugins</name>' | tail -n 1 || true
}

# change NEW: shows the change, and makes it unless this is a dry run; owner and mode of the file stay.
change() {
  local new=$1 written
  if [[ $new == "$content" ]]; then
    echo "$site: nothing to change"
    return
  fi
  if command -v diff >/dev/null; then
    diff -u --label "$site" --label "$site" <(printf %s "$content") <(printf %s "$new") || true
  fi
  [[ $dry_run == no ]] || return 0
  written=$(mktemp "$site.XXXXXX")
  # shellcheck disable=SC2064 # the name of this very file
  trap "rm -f '$written'" EXIT
  cp -p "$site" "$written"
  printf %s "$new" >"$written"
  mv "$written" "$site"
  trap - EXIT
}
