package dev.tidemark.collector;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An origin with pages, on this machine; takes what they post to {@code /told}. */
final class PageServer implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, String> pages = new ConcurrentHashMap<>();
  private final Queue<String> told = new ConcurrentLinkedQueue<>();

  PageServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::serve);
    server.start();
  }

  /** What a browser calls it in the header {@code Origin}. */
  String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Has a page at a path from now on; returns its address. */
  String page(String path, String html) {
    pages.put(path, html);
    return origin() + path;
  }

  /** What pages have posted so far. */
  Queue<String> told() {
    return told;
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] posted = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      if (path.equals("/told")) {
        told.add(new String(posted, UTF_8));
      }
      String page = path.equals("/told") ? "" : pages.get(path);
      byte[] body = (page == null ? "" : page).getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
      exchange.sendResponseHeaders(page == null ? 404 : 200, body.length == 0 ? -1 : body.length);
      if (body.length > 0) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
