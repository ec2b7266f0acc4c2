package dev.tidemark.bench.flume;

import java.util.List;
import java.util.Map;
import org.apache.flume.Channel;
import org.apache.flume.Context;
import org.apache.flume.channel.ChannelProcessor;
import org.apache.flume.channel.ReplicatingChannelSelector;
import org.apache.flume.channel.kafka.KafkaChannel;
import org.apache.flume.conf.Configurables;
import org.apache.flume.source.http.HTTPSource;

/**
 * Flume's HTTP source on a Kafka channel, which answers once Kafka has acknowledged every event of
 * the request. The producer is set as the other programs' are.
 */
public final class FlumeCollector {
  private FlumeCollector() {}

  /**
   * Serves until the process is ended.
   *
   * @param arguments Kafka's addresses, the topic, the port, and a directory that is not used
   */
  public static void main(String[] arguments) {
    Channel channel = channel(arguments[0], arguments[1]);
    HTTPSource source = source(arguments[2], channel);
    channel.start();
    source.start();
  }

  private static Channel channel(String brokers, String topic) {
    KafkaChannel channel = new KafkaChannel();
    channel.setName("kafka");
    Configurables.configure(
        channel,
        new Context(
            Map.of(
                "kafka.bootstrap.servers",
                brokers,
                "kafka.topic",
                topic,
                "parseAsFlumeEvent",
                "false",
                "kafka.producer.acks",
                "all",
                "kafka.producer.linger.ms",
                "2",
                "kafka.producer.batch.size",
                Integer.toString(128 * 1024),
                "kafka.producer.compression.type",
                "lz4")));
    return channel;
  }

  private static HTTPSource source(String port, Channel channel) {
    HTTPSource source = new HTTPSource();
    source.setName("http");
    ReplicatingChannelSelector selector = new ReplicatingChannelSelector();
    selector.setChannels(List.of(channel));
    source.setChannelProcessor(new ChannelProcessor(selector));
    Configurables.configure(
        source,
        new Context(
            Map.of("bind", "127.0.0.1", "port", port, "handler", JsonEvents.class.getName())));
    return source;
  }
}
