# Sourced by the scripts beside it: looks at the machine before anything is built or started.

# The Java to run: JAVA_HOME's, or the first on the PATH.
if [[ -n ${JAVA_HOME-} ]]; then
  java=$JAVA_HOME/bin/java
else
  java=$(command -v java || true)
fi

# toolchain_problems DISK_GIB: prints one line for each thing that is missing, or nothing.
toolchain_problems() {
  local javac maven maven_version maven_java free_kib jdk=yes where="on the PATH"
  if [[ -n ${JAVA_HOME-} ]]; then
    javac=$JAVA_HOME/bin/javac where="in JAVA_HOME=$JAVA_HOME"
  else
    javac=$(command -v javac || true)
  fi
  if [[ ! -x $java || ! -x $javac ]]; then
    jdk=no
    echo "JDK: no java and javac $where; install JDK 17 or 21"
  elif [[ ! $("$javac" -version 2>&1) =~ ^javac\ (17|21)(\.|$) ]]; then
    jdk=no
    echo "JDK: $javac is $("$javac" -version 2>&1 | head -1); JDK 17 or 21 is needed (set JAVA_HOME)"
  fi

  if ! command -v mvn >/dev/null; then
    echo "Maven: no mvn on the PATH; install Maven 3.8 or later"
  elif [[ $jdk == yes ]]; then
    maven=$(mvn -version 2>/dev/null | sed $'s/\e\\[[0-9;]*m//g' || true)
    maven_version=$(sed -n 's/^Apache Maven \([0-9.]*\).*/\1/p' <<<"$maven")
    maven_java=$(sed -n 's/^Java version: \([0-9]*\).*/\1/p' <<<"$maven")
    if [[ $(printf '3.8\n%s\n' "$maven_version" | sort -V | head -1) != 3.8 ]]; then
      echo "Maven: version ${maven_version:-unknown} is too old; 3.8 or later is needed"
    elif [[ $maven_java != 17 && $maven_java != 21 ]]; then
      echo "Maven: mvn runs on Java ${maven_java:-unknown}; set JAVA_HOME to a JDK 17 or 21"
    fi
  fi

  [[ -r /proc/self/status ]] || echo "Linux: no /proc here; HDFS needs Linux"

  free_kib=$(df -Pk . | awk 'NR == 2 {print $4}')
  ((free_kib >= $1 * 1024 * 1024)) || echo "disk: $((free_kib / 1024)) MiB free in $PWD; $1 GiB are needed"
}

# project_version: prints the version of every module, as .mvn/maven.config sets it.
project_version() {
  sed -n 's/^-Drevision=//p' .mvn/maven.config
}

# What a build leaves out whose result is run here and not shipped.
readonly UNSHIPPED=(-Dmaven.javadoc.skip -Dmaven.source.skip -Dcyclonedx.skip -Dlicense.skip)

# sources MODULE: tells what a build of this module is made of: names, sizes and times.
sources() {
  find pom.xml .mvn conf -type f -printf '%p %s %T@\n'
  find "$1" -name target -prune -o -path "$1/src/test" -prune -o -type f \( -name pom.xml -o -path '*/src/main/*' \) -printf '%p %s %T@\n'
}

# products MODULE: tells what this module holds as built.
products() {
  find "$1/target" -maxdepth 1 \( -name '*.jar' -o -name classpath -o -name lib \) -printf '%p %s %T@\n' 2>/dev/null || true
}

# state MODULE: one word for both.
state() {
  { sources "$1"; products "$1"; } | LC_ALL=C sort -u | sha1sum | cut -d' ' -f1
}

# PRODUCTS: what runs inside hosts, and all that it is made of.
readonly PRODUCTS=(hdfs-throttle datanode-hook spark-plugin coordinator/cli coordinator src-it/jobs)

# is_built MODULE...: whether each is as it was when built_now was called for it last.
is_built() {
  local module
  for module; do
    [[ -f target/built/${module//\//+} && $(<"target/built/${module//\//+}") == "$(state "$module")" ]] || return 1
  done
}

built_now() {
  local module
  mkdir -p target/built
  for module; do state "$module" >"target/built/${module//\//+}"; done
}

# joined WORDS...: the words with commas between them.
joined() {
  local IFS=,
  echo "$*"
}

# install_packages PROGRAM ANYWAY PACKAGE...: installs packages as root, if ANYWAY is true or somebody at the terminal
# agrees; otherwise returns 1.
install_packages() {
  local program=$1 anyway=$2 answer=
  shift 2
  (($#)) || return 0
  if [[ $EUID -eq 0 ]] && command -v apt-get >/dev/null; then
    if [[ $anyway != true && -t 0 && -t 2 ]]; then
      read -r -p "$program: install $* with apt-get? [y/N] " answer || true
      if [[ $answer == [yY]* ]]; then anyway=true; fi
    fi
    if [[ $anyway == true ]]; then
      echo "$program: installing $*" >&2
      if { apt-get install -y -q --no-install-recommends "$@" || { apt-get update -q && apt-get install -y -q --no-install-recommends "$@"; }; } >/dev/null 2>&1 </dev/null; then
        return 0
      fi
    fi
  fi
  return 1
}

# hand_back: as root, gives what was built here to the owner of the checkout.
hand_back() {
  local owner
  owner=$(stat -c %u:%g .)
  [[ $EUID -ne 0 || $owner == 0:* ]] || find . -xdev -user root -exec chown -h "$owner" {} +
}
