package dev.tidemark.bench.collector;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A peer: what one writes with Vert.x. It checks the JSON, puts each event into the collector's
 * envelope and answers when Kafka has acknowledged all of them. It knows no keys and few limits.
 */
public final class VertxCollector extends VerticleBase {
  private static final JsonFactory JSON = new JsonFactory();
  private static final JsonStringEncoder ESCAPE = JsonStringEncoder.getInstance();

  private final ServerTask task;
  private final KafkaProducer<byte[], byte[]> producer;

  private VertxCollector(ServerTask task, KafkaProducer<byte[], byte[]> producer) {
    this.task = task;
    this.producer = producer;
  }

  public static void main(String[] arguments) throws Exception {
    ServerTask task = ServerTask.parse(arguments);
    serve(task, task.producer(Duration.ofMillis(200), ServerTask.Pace.LINGER));
  }

  static void serve(ServerTask task, KafkaProducer<byte[], byte[]> producer) throws Exception {
    int loops = Runtime.getRuntime().availableProcessors();
    Vertx.vertx()
        .deployVerticle(
            () -> new VertxCollector(task, producer), new DeploymentOptions().setInstances(loops))
        .await();
  }

  @Override
  public Future<?> start() {
    return vertx
        .createHttpServer()
        .requestHandler(this::serve)
        .listen(task.port(), ServerTask.HOST);
  }

  private void serve(HttpServerRequest request) {
    request
        .body()
        .onSuccess(body -> take(request, body.getBytes()))
        .onFailure(e -> request.connection().close());
  }

  private void take(HttpServerRequest request, byte[] body) {
    List<byte[]> values;
    try {
      values = values(request, body);
    } catch (IOException e) {
      answer(request, 400, "{\"success\":false}");
      return;
    }
    Context context = this.context;
    AtomicInteger missing = new AtomicInteger(values.size());
    AtomicReference<Exception> failure = new AtomicReference<>();
    for (byte[] value : values) {
      var unused =
          producer.send(
              new ProducerRecord<>(task.topic(), value),
              (metadata, e) -> {
                if (e != null) {
                  failure.set(e);
                }
                if (missing.decrementAndGet() == 0) {
                  context.runOnContext(x -> answer(request, failure.get(), values.size()));
                }
              });
    }
  }

  private static void answer(HttpServerRequest request, Exception failure, int accepted) {
    if (failure == null) {
      answer(request, 200, "{\"success\":true,\"accepted\":" + accepted + ",\"rejected\":[]}");
    } else {
      answer(request, 503, "{\"success\":false}");
    }
  }

  private static void answer(HttpServerRequest request, int status, String json) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("Content-Type", "application/json")
        .end(Buffer.buffer(json));
  }

  private static List<byte[]> values(HttpServerRequest request, byte[] body) throws IOException {
    String shared =
        "\",\"received_at\":\""
            + Instant.now().truncatedTo(ChronoUnit.MILLIS)
            + "\",\"source\":\"web\",\"ip\":\""
            + request.remoteAddress().hostAddress()
            + "\",\"user_agent\":\""
            + new String(ESCAPE.quoteAsString(request.getHeader("User-Agent")))
            + "\",\"event\":";
    List<byte[]> values = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(body)) {
      JsonToken first = parser.nextToken();
      boolean array = first == JsonToken.START_ARRAY;
      JsonToken token = array ? parser.nextToken() : first;
      while (token == JsonToken.START_OBJECT) {
        values.add(value(parser, body, shared));
        token = parser.nextToken();
      }
      if (values.isEmpty() || token != (array ? JsonToken.END_ARRAY : null)) {
        throw new JsonParseException(parser, "not events");
      }
    }
    return values;
  }

  private static byte[] value(JsonParser parser, byte[] body, String shared) throws IOException {
    int from = (int) parser.currentTokenLocation().getByteOffset();
    String id = null;
    int depth = 1;
    while (depth > 0) {
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw new JsonParseException(parser, "cut off");
      } else if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
      } else if (depth == 1
          && token == JsonToken.FIELD_NAME
          && parser.currentName().equals("event_id")) {
        id = parser.nextTextValue();
      }
    }
    int to = (int) parser.currentTokenLocation().getByteOffset() + 1;
    String idText =
        id == null ? UUID.randomUUID().toString() : new String(ESCAPE.quoteAsString(id));
    byte[] head = ("{\"event_id\":\"" + idText + shared).getBytes(UTF_8);
    byte[] value = new byte[head.length + to - from + 1];
    System.arraycopy(head, 0, value, 0, head.length);
    System.arraycopy(body, from, value, head.length, to - from);
    value[value.length - 1] = '}';
    return value;
  }
}
