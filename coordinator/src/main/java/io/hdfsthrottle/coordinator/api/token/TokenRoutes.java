package io.hdfsthrottle.coordinator.api.token;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hdfsthrottle.coordinator.access.Authority;
import io.hdfsthrottle.coordinator.api.Answers;
import io.hdfsthrottle.coordinator.api.Gate;
import io.hdfsthrottle.coordinator.api.Needs;
import io.hdfsthrottle.coordinator.api.Problem;
import io.hdfsthrottle.coordinator.api.RequestBody;
import io.hdfsthrottle.coordinator.api.Routes;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.kerberos.TokenBook;
import io.hdfsthrottle.identity.UserToken;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.concurrent.Executor;

/**
 * REST endpoint {@code /v1/tokens}: a user with a Kerberos ticket obtains a token that registers applications for a
 * driver without one, renews and cancels it. All requests take a JSON body, which no HTML form can send: browsers add
 * tickets by themselves.
 */
public record TokenRoutes(TokenBook tokens, AuditTrail audit) implements Routes {
    private static final String PATH = "/v1/tokens";

    /** Of a dry run, all but the token itself: nobody could cancel it. */
    private record TokenAnswer(
            @JsonInclude(JsonInclude.Include.NON_NULL) String token,
            String user,
            long issued,
            long expires,
            long until) {
        static TokenAnswer of(UserToken token, boolean rehearsed) {
            return new TokenAnswer(
                    rehearsed ? null : token.text(), token.user(), token.issued(), token.expires(), token.until());
        }
    }

    @Override
    public void addTo(RoutesConfig routes, Executor answering) {
        routes.post(PATH, this::issue, Needs.DELEGATE);
        routes.post(PATH + "/renewal", this::renew, Needs.REGISTER);
        routes.delete(PATH, this::cancel, Needs.REGISTER);
    }

    private void issue(Context context) {
        RequestBody unused = RequestBody.of(context);
        String user = Gate.of(context)
                .user()
                .orElseThrow(() -> Problem.forbidden("Tokens are for users that a Kerberos ticket verified"));
        UserToken token = tokens.issue(user);
        boolean rehearsed = Answers.dryRun(context);
        if (!rehearsed) {
            audit.token(Gate.origin(context), "token.issued", token);
        }
        Answers.json(context, 201, TokenAnswer.of(token, rehearsed));
    }

    private void renew(Context context) {
        UserToken token = token(context);
        if (!isOf(token, Gate.of(context))) {
            throw Problem.forbidden("A token is renewed by its user alone");
        }
        Answers.json(context, 200, TokenAnswer.of(tokens.renew(token), Answers.dryRun(context)));
    }

    private void cancel(Context context) {
        UserToken token = token(context);
        Authority by = Gate.of(context);
        if (!isOf(token, by) && !by.isAdministrator()) {
            throw Problem.forbidden("A token is cancelled by its user or an administrator");
        }
        if (!Answers.dryRun(context)) {
            tokens.cancel(token);
            audit.token(Gate.origin(context), "token.cancelled", token);
        }
        context.status(204);
    }

    private static boolean isOf(UserToken token, Authority by) {
        return by.user().filter(token.user()::equals).isPresent();
    }

    private UserToken token(Context context) {
        return tokens.recognise(RequestBody.of(context, "token").text("token"))
                .orElseThrow(() -> Problem.notFound("This token has ended, was cancelled, or never was one"));
    }
}
