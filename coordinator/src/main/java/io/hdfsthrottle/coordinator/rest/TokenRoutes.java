package io.hdfsthrottle.coordinator.rest;

import io.hdfsthrottle.coordinator.access.Authority;
import io.hdfsthrottle.coordinator.kerberos.TokenBook;
import io.hdfsthrottle.identity.UserToken;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/**
 * {@code /v1/tokens}: who has a Kerberos ticket obtains a token for drivers that have none; it is renewed and cancelled by its user. All take a JSON body,
 * which no form of a web page can send: browsers add tickets by themselves.
 */
final class TokenRoutes {
    private final TokenBook tokens;

    TokenRoutes(TokenBook tokens) {
        this.tokens = tokens;
    }

    private record TokenAnswer(String token, String user, long issued, long expires, long until) {
        static TokenAnswer of(UserToken token) {
            return new TokenAnswer(token.text(), token.user(), token.issued(), token.expires(), token.until());
        }
    }

    void addTo(RoutesConfig routes) {
        routes.post("/v1/tokens", this::issue, Needs.DELEGATE);
        routes.put("/v1/tokens", this::renew, Needs.REGISTER);
        routes.delete("/v1/tokens", this::cancel, Needs.REGISTER);
    }

    private void issue(Context context) {
        RequestBody unused = RequestBody.of(context);
        String user = Gate.of(context)
                .user()
                .orElseThrow(() -> Problem.forbidden("Tokens are for users that a Kerberos ticket verified"));
        Answers.json(context, 201, TokenAnswer.of(tokens.issue(user)));
    }

    private void renew(Context context) {
        UserToken token = sent(context);
        if (!isOf(token, Gate.of(context))) {
            throw Problem.forbidden("A token is renewed by its user alone");
        }
        Answers.json(context, 200, TokenAnswer.of(tokens.renew(token)));
    }

    private void cancel(Context context) {
        UserToken token = sent(context);
        Authority by = Gate.of(context);
        if (!isOf(token, by) && !by.isAdministrator()) {
            throw Problem.forbidden("A token is cancelled by its user or an administrator");
        }
        if (!Answers.dryRun(context)) {
            tokens.cancel(token);
        }
        context.status(204);
    }

    private static boolean isOf(UserToken token, Authority by) {
        return by.user().filter(token.user()::equals).isPresent();
    }

    private UserToken sent(Context context) {
        return tokens.recognise(RequestBody.of(context, "token").text("token"))
                .orElseThrow(() -> Problem.notFound("This token has ended, was cancelled, or never was one"));
    }
}
