package io.hdfsthrottle.coordinator.rest;

import io.javalin.http.HttpStatus;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** What is refused before any endpoint sees it, such as an ambiguous path, as a problem document and nothing more. */
final class PlainErrors extends ErrorHandler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        HttpStatus status = HttpStatus.forStatus(response.getStatus());
        byte[] body = Json.write(Map.of(
                        "type",
                        "about:blank",
                        "title",
                        status.getMessage(),
                        "status",
                        status.getCode(),
                        "detail",
                        "The request cannot be understood as HTTP for this server"))
                .getBytes(StandardCharsets.UTF_8);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/problem+json");
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }
}
