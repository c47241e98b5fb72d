package io.hdfsthrottle.datanode.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.datanode.StoppedDataNode;
import io.hdfsthrottle.datanode.host.HostField;
import io.hdfsthrottle.datanode.host.IssuedTokens;
import io.hdfsthrottle.datanode.transfer.ShownTokens;
import io.hdfsthrottle.identity.TokenUser;
import java.util.EnumSet;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockPoolTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens as a NameNode makes them, and a DataNode's own checker of them with and without ours in its place. */
final class TokenCheckerFieldTest {

    private static final ExtendedBlock BLOCK = new ExtendedBlock("BP-1", 7, 1, 1);

    private final ShownTokens shown = new ShownTokens(() -> true);
    private DataNode dataNode;
    private HostField<BlockPoolTokenSecretManager> field;
    private BlockPoolTokenSecretManager stock;

    @BeforeEach
    void begin() throws ReflectiveOperationException {
        dataNode = StoppedDataNode.with(Map.of());
        field = HostField.of(DataNode.class, "blockPoolTokenSecretManager", BlockPoolTokenSecretManager.class);
        stock = new BlockPoolTokenSecretManager();
        field.set(dataNode, stock);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void userOfATokenThatPassed_isKnown(boolean proto) throws Exception {
        BlockTokenSecretManager nameNode = nameNode(proto);
        assertThat(new TokenCheckerField(dataNode).take(shown).isDone()).isTrue();
        dataNode.getBlockPoolTokenSecretManager().addBlockPool("BP-1", nameNode);
        assertThat(shown.user()).isEqualTo(TokenUser.UNKNOWN);
        check(token(nameNode, "alice"));
        assertThat(shown.user().name()).contains("alice");
        check(token(nameNode, "bob"));
        assertThat(shown.user().name()).contains("bob");
    }

    @Test
    void tokenThatDoesNotPass_isRefusedAsBefore_andLeavesNobodyKnown() throws Exception {
        BlockTokenSecretManager nameNode = nameNode(true);
        assertThat(new TokenCheckerField(dataNode).take(shown).isDone()).isTrue();
        dataNode.getBlockPoolTokenSecretManager().addBlockPool("BP-1", nameNode);
        check(token(nameNode, "alice"));
        Token<BlockTokenIdentifier> forged = token(nameNode, "mallory");
        forged.getPassword()[0]++;
        assertThatExceptionOfType(InvalidToken.class)
                .isThrownBy(() -> check(forged))
                .withMessageContaining("correct token password");
        assertThat(shown.user()).isEqualTo(TokenUser.UNKNOWN);
    }

    @Test
    void pools_areThoseOfTheStockChecker_whicheverOfTheTwoIsTold() throws Exception {
        BlockTokenSecretManager nameNode = nameNode(true);
        assertThat(new TokenCheckerField(dataNode).take(shown).isDone()).isTrue();
        stock.addBlockPool("BP-1", nameNode);
        assertThat(dataNode.getBlockPoolTokenSecretManager().isBlockPoolRegistered("BP-1"))
                .isTrue();
        assertThat(dataNode.getBlockPoolTokenSecretManager().get("BP-1")).isSameAs(nameNode);
        dataNode.getBlockPoolTokenSecretManager().addBlockPool("BP-2", nameNode);
        assertThat(stock.get("BP-2")).isSameAs(nameNode);
        BlockTokenIdentifier identifier = token(nameNode, "alice").decodeIdentifier();
        assertThat(dataNode.getBlockPoolTokenSecretManager().retrievePassword(identifier))
                .isEqualTo(stock.retrievePassword(identifier));
    }

    @Test
    void checker_isTakenOnceAndGivenBack() throws Exception {
        TokenCheckerField taken = new TokenCheckerField(dataNode);
        assertThat(taken.take(shown).isDone()).isTrue();
        BlockPoolTokenSecretManager ours = field.get(dataNode);
        assertThat(ours).isInstanceOf(NotedTokens.class);
        assertThat(taken.take(shown).isDone()).isTrue();
        assertThat(field.get(dataNode)).isSameAs(ours);
        assertThat(taken.leave().isDone()).isTrue();
        assertThat(field.get(dataNode)).isSameAs(stock);
        assertThat(taken.leave().isDone()).isTrue();
    }

    @Test
    void errorOfOurs_isNobodysButOurs() throws Exception {
        BlockTokenSecretManager nameNode = nameNode(true);
        stock.addBlockPool("BP-1", nameNode);
        assertThat(new TokenCheckerField(dataNode).take(null).isDone()).isTrue();
        check(token(nameNode, "alice"));
        assertThat(shown.user()).isEqualTo(TokenUser.UNKNOWN);
    }

    @Test
    void userOfAnotherThread_isNotThisOnes() throws Exception {
        Thread other = new Thread(() -> shown.note("alice"));
        other.start();
        other.join();
        assertThat(shown.user()).isEqualTo(TokenUser.UNKNOWN);
        shown.note("");
        assertThat(shown.user()).isEqualTo(TokenUser.UNKNOWN);
    }

    @Test
    void tokens_areIssuedOnceTheNameNodeSaidSo() throws Exception {
        IssuedTokens issued = IssuedTokens.of(dataNode);
        assertThat(issued.getAsBoolean()).isFalse();
        assertThat(new ShownTokens(issued).user()).isEqualTo(TokenUser.NOT_ISSUED);
        HostField.of(DataNode.class, "isBlockTokenEnabled").set(dataNode, true);
        assertThat(issued.getAsBoolean()).isTrue();
    }

    private void check(Token<BlockTokenIdentifier> token) throws InvalidToken {
        dataNode.getBlockPoolTokenSecretManager()
                .checkAccess(token, null, BLOCK, AccessMode.READ, StorageType.EMPTY_ARRAY, new String[0]);
    }

    private static BlockTokenSecretManager nameNode(boolean proto) {
        return new BlockTokenSecretManager(60_000, 60_000, 0, 1, "BP-1", null, proto);
    }

    private static Token<BlockTokenIdentifier> token(BlockTokenSecretManager nameNode, String user) {
        return nameNode.generateToken(user, BLOCK, EnumSet.of(AccessMode.READ), StorageType.EMPTY_ARRAY, new String[0]);
    }
}
