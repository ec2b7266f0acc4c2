package dev.tidemark.bench.collector;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import spark.Request;
import spark.Service;

/**
 * A peer: the collector of a tutorial. SparkJava and the producer with their defaults, and each
 * event waits for the broker on the request's thread.
 */
public final class NaiveCollector {
  private static final ObjectMapper JSON = new ObjectMapper();

  private NaiveCollector() {}

  public static void main(String[] arguments) {
    ServerTask task = ServerTask.parse(arguments);
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", task.brokers(), "acks", "all"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    Service service = Service.ignite();
    service.ipAddress(ServerTask.HOST);
    service.port(task.port());
    service.post(
        "/v1/events",
        (request, response) -> {
          JsonNode body = JSON.readTree(request.bodyAsBytes());
          Iterable<JsonNode> events = body.isArray() ? body : List.of(body);
          int accepted = 0;
          for (JsonNode event : events) {
            producer.send(new ProducerRecord<>(task.topic(), value(request, event))).get();
            accepted++;
          }
          response.type("application/json");
          return "{\"success\":true,\"accepted\":" + accepted + ",\"rejected\":[]}";
        });
  }

  private static byte[] value(Request request, JsonNode event) throws IOException {
    ObjectNode envelope = JSON.createObjectNode();
    envelope.set("event_id", event.get("event_id"));
    envelope.put("received_at", Instant.now().toString());
    envelope.put("source", "web");
    envelope.put("ip", request.ip());
    envelope.put("user_agent", request.userAgent());
    envelope.set("event", event);
    return JSON.writeValueAsBytes(envelope);
  }
}
