package dev.tidemark.collector;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Sends requests to a collector on this machine. */
record TestClient(int port, HttpClient http) {
  TestClient(int port) {
    this(port, HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
  }

  HttpResponse<String> get(String path, String... headers) throws Exception {
    return http.send(request(path, headers).GET().build(), BodyHandlers.ofString());
  }

  HttpResponse<String> post(String path, String body, String... headers) throws Exception {
    return post(path, body.getBytes(UTF_8), headers);
  }

  HttpResponse<String> post(String path, byte[] body, String... headers) throws Exception {
    return post(path, BodyPublishers.ofByteArray(body), headers);
  }

  HttpResponse<String> post(String path, HttpRequest.BodyPublisher body, String... headers)
      throws Exception {
    return http.send(request(path, headers).POST(body).build(), BodyHandlers.ofString());
  }

  CompletableFuture<HttpResponse<String>> postLater(String path, String body) {
    return http.sendAsync(
        request(path).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
  }

  HttpResponse<String> send(String method, String path, String... headers) throws Exception {
    return http.send(
        request(path, headers).method(method, BodyPublishers.noBody()).build(),
        BodyHandlers.ofString());
  }

  Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), port);
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(20));
    if (headers.length > 0) {
      builder.headers(headers);
    }
    return builder;
  }
}
