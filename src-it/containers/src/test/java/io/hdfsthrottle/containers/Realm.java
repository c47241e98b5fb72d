package io.hdfsthrottle.containers;

import java.util.ArrayList;
import java.util.List;

/**
 * The Kerberos realm EXAMPLE.COM as its administrator has it before they hear of hdfs-throttle: its centre is the host
 * {@code kdc}, HDFS requires tickets, and root of {@code coordinator1} holds one of carol's, alice of {@code spark} her
 * own. The keys of the coordinators lie where docs/secure.md expects them.
 */
final class Realm {

    /** The function {@code keys HOST FILE OWNER PRINCIPAL...} makes principals, and puts their keys on a host. */
    private static final String CENTRE = """
            cat >/etc/krb5.conf <<'END'
            [libdefaults]
              default_realm = EXAMPLE.COM
              dns_canonicalize_hostname = false
              dns_lookup_kdc = false
            [realms]
              EXAMPLE.COM = {
                kdc = kdc
              }
            END
            kdb5_util create -s -P secret
            krb5kdc
            keys() {
              local principal
              for principal in "${@:4}"; do
                kadmin.local addprinc -randkey "$principal"
                kadmin.local ktadd -k "$1.keytab" "$principal"
              done
              scp -q /etc/krb5.conf "$1:/etc/"
              scp -q "$1.keytab" "$1:$2"
              ssh "$1" chown "$3" "$2"
            }
            for host in namenode dn1 dn2 dn3; do keys $host /etc/hdfs.keytab hdfs hdfs/$host HTTP/$host; done
            for host in coordinator1 coordinator2; do keys $host /etc/hdfs-throttle/spnego.keytab root HTTP/$host; done
            rm coordinator1.keytab
            keys coordinator1 /etc/carol.keytab root carol
            keys spark /home/alice/alice.keytab alice alice
            ssh namenode runuser -u hdfs -- kinit -kt /etc/hdfs.keytab hdfs/namenode
            ssh coordinator1 kinit -kt /etc/carol.keytab carol
            ssh spark runuser -u alice -- kinit -kt /home/alice/alice.keytab alice
            """;

    /** The settings of a secured HDFS, without certificates for its web pages. */
    private static final String SECURE = """
            cd /opt/hadoop/etc/hadoop
            while read -r file key value; do
              property="<property><name>$key</name><value>$value</value></property>"
              sed -i "s|</configuration>\\r\\?$|$property\\n&|" $file-site.xml
            done <<'END'
            core hadoop.security.authentication kerberos
            hdfs dfs.namenode.kerberos.principal hdfs/namenode@EXAMPLE.COM
            hdfs dfs.namenode.keytab.file /etc/hdfs.keytab
            hdfs dfs.datanode.kerberos.principal hdfs/_HOST@EXAMPLE.COM
            hdfs dfs.datanode.keytab.file /etc/hdfs.keytab
            hdfs dfs.web.authentication.kerberos.principal HTTP/_HOST@EXAMPLE.COM
            hdfs dfs.web.authentication.kerberos.keytab /etc/hdfs.keytab
            hdfs dfs.block.access.token.enable true
            hdfs dfs.data.transfer.protection privacy
            hdfs ignore.secure.ports.for.testing true
            END
            """;

    private Realm() {}

    /** Starts the centre on {@code kdc}, and HDFS again with Kerberos. */
    static void start(Fleet fleet) {
        fleet.host("kdc").output(CENTRE);
        Fleet.DATA_NODES.forEach(name -> fleet.host(name).output("hdfs --daemon stop datanode"));
        fleet.host("namenode").output("hdfs --daemon stop namenode");
        List<String> all = new ArrayList<>(Fleet.DATA_NODES);
        all.add("namenode");
        all.forEach(name -> fleet.host(name).output(SECURE));
        fleet.startDaemons();
        fleet.host("spark").output("scp -qr namenode:/opt/hadoop/etc/hadoop/. /etc/hadoop/conf");
    }
}
