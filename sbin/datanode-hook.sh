# Sourced by enable-datanode-hook and disable-datanode-hook: where Hadoop is, and how its hdfs-site.xml is changed.
export LC_ALL=C

readonly LINK=share/hadoop/hdfs/lib/hdfs-throttle-datanode.jar

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

# find_jar: sets $jar, the plugin's in this distribution, or where Maven leaves it in a checkout.
find_jar() {
  jar=$(compgen -G "$home/lib/datanode/hdfs-throttle-datanode-*.jar" | head -n 1 || true)
  [[ -n $jar ]] || jar=$(compgen -G "$home/datanode-hook/target/hdfs-throttle-datanode-*[0-9].jar" | head -n 1 || true)
  [[ -n $jar ]] || refuse "no lib/datanode/hdfs-throttle-datanode-*.jar below $home; unpack the whole distribution"
}

# hadoops_java: prints the java of hadoop-env.sh, of JAVA_HOME or of the path.
hadoops_java() {
  local home
  home=$(
    set +eu
    export HADOOP_HOME=$hadoop_home HADOOP_CONF_DIR=$conf_dir
    # shellcheck source=/dev/null # the site's own
    [[ ! -r $conf_dir/hadoop-env.sh ]] || . "$conf_dir/hadoop-env.sh" >/dev/null 2>&1
    printf %s "${JAVA_HOME-}"
  )
  printf %s "${home:+$home/bin/}java"
}

# edit_site enable|disable [KEY=VALUE...]: sets $new, a file with what hdfs-site.xml is to become. Hadoop's own reader of such
# files says what it means, before and after; what it would not mean is refused.
edit_site() {
  local action=$1 share=$hadoop_home/share/hadoop java
  shift
  java=$(hadoops_java)
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  new=$work/hdfs-site.xml
  cp "$site" "$work/before"
  LC_ALL=C.UTF-8 "$java" -Dlog4j.defaultInitOverride=true \
    -cp "$conf_dir:$jar:$share/common/*:$share/common/lib/*:$share/hdfs/*:$share/hdfs/lib/*" \
    io.hdfsthrottle.datanode.SiteFile "$action" "$conf_dir/hdfs-site.xml" "$new" "$@" >"$work/said" 2>"$work/errors" ||
    refuse "$([[ -s $work/said ]] && cat "$work/said" || echo "Hadoop's classes cannot be asked with $java, which is to be 11 or newer; docs/install.md shows what to write by hand: $(tail -n 3 "$work/errors" 2>&1)")"
}

# change_site: shows the change to $new, and makes it unless this is a dry run; owner and mode of the file stay.
change_site() {
  local written
  if cmp -s "$site" "$new"; then
    echo "$site: nothing to change"
    return
  fi
  if command -v diff >/dev/null; then
    diff -u --label "$site" --label "$site" "$site" "$new" || true
  fi
  [[ $dry_run == no ]] || return 0
  cmp -s "$site" "$work/before" || refuse "$site was changed by someone else meanwhile and is left so; run this again"
  written=$(mktemp "$site.XXXXXX")
  # shellcheck disable=SC2064 # the names of these very files
  trap "rm -rf '$written' '$work'" EXIT
  cp -p "$site" "$written"
  cat "$new" >"$written"
  mv "$written" "$site"
}
