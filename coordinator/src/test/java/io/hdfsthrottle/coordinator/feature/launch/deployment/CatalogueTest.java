package io.hdfsthrottle.coordinator.feature.launch.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CatalogueTest {
    private static final String GOOD = "{'format':1,'products':[{'name':'count','title':'Counts','kind':'application',"
            + "'role':'admin','versions':[{'version':'one','jar':'a.jar','class':'A','arguments':['{input}']}],"
            + "'form':{'disks':{'least':1,'most':4,'default':2},'nodes':{'least':1,'most':1,'default':1},"
            + "'cores':{'least':1,'most':8,'default':2},'memory':{'least':'512m','most':'8g','default':'1g'},"
            + "'arguments':[{'name':'input','title':'a file','pattern':'[a-z]+','example':'in'}]}}]}";

    private static Catalogue read(String written) {
        return Catalogue.read(written.replace('\'', '"'));
    }

    @Test
    void shippedCatalogue_hasWhatThePaperHas_andUsersGiveNoPathOfThisHost() throws Exception {
        Catalogue shipped = Catalogue.read(Files.readString(Path.of("..", "conf", "products.json")));
        assertThat(shipped.products())
                .extracting(Product::name)
                .containsExactly("wordcount", "terasort", "pagerank", "spark", "jar");
        assertThat(shipped.product("spark").orElseThrow().kind()).isEqualTo(Kind.STANDALONE);
        assertThat(shipped.products().stream().filter(Product::trusted))
                .extracting(Product::name)
                .containsExactly("spark", "jar");
        for (Product product : shipped.products()) {
            for (Form.Argument argument : product.form().arguments()) {
                boolean free = argument.name().equals("arguments") && product.trusted();
                for (String local : new String[] {"/etc/passwd", "file:///etc/passwd", "hdfs://x/../a b", "../a", ""}) {
                    assertThat(argument.pattern().matcher(local).matches())
                            .as("%s of %s is %s", argument.name(), product.name(), local)
                            .isEqualTo(free);
                }
            }
        }
    }

    @Test
    void everyMember_isReadIntoItsPlace() {
        Product product = read(GOOD).product("count").orElseThrow();
        assertThat(product.title()).isEqualTo("Counts");
        assertThat(product.kind()).isEqualTo(Kind.APPLICATION);
        assertThat(product.trusted()).isTrue();
        assertThat(product.version("one").orElseThrow().mainClass()).isEqualTo("A");
        assertThat(product.version("two")).isEmpty();
        assertThat(product.form().disks()).isEqualTo(new Form.Bounds(1, 4, 2));
        assertThat(product.form().memory()).isEqualTo(new Form.Bounds(512, 8_192, 1_024));
        assertThat(product.form().arguments())
                .extracting(Form.Argument::example)
                .containsExactly("in");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'format':1|'format':2|format",
                "'format':1|'format':1,'format':1|Duplicate field 'format'",
                "'format':1|'format' 1|line: 1",
                "'title'|'titel'|title",
                "'class'|'clas'|clas",
                "'application'|'service'|kind",
                "'admin'|'root'|role",
                "'count'|'Count'|product is 1 to 64",
                "'most':4|'most':0|at least 1",
                "'default':2|'default':5|within the bounds",
                "'512m'|'half'|memory",
                "'[a-z]+'|'['|Unclosed",
                "'in'|'In'|pattern",
                "'least':1|'least':-1|least",
                "'least':1|'least':4294967297|out of range"
            })
    void wrongCatalogue_isRefusedSayingWhat(String good, String bad, String told) {
        assertThat(GOOD).contains(good);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(GOOD.replaceFirst(java.util.regex.Pattern.quote(good), bad)))
                .withMessageContaining(told);
    }
}
