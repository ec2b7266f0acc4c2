package dev.tidemark.standalone.chaos;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;

/** The topic gets another partition, up to a bound. It keeps it. */
record GrownTopic(Cluster cluster) implements Fault {
  private static final int MOST = 8;

  @Override
  public void inject() throws Exception {
    try (Admin admin = cluster.admin()) {
      int now =
          admin
              .describeTopics(List.of(ClusterConfig.TOPIC))
              .allTopicNames()
              .get(5, TimeUnit.SECONDS)
              .get(ClusterConfig.TOPIC)
              .partitions()
              .size();
      if (now >= MOST) {
        throw new IllegalStateException("The topic has " + MOST + " partitions already");
      }
      admin
          .createPartitions(Map.of(ClusterConfig.TOPIC, NewPartitions.increaseTo(now + 1)))
          .all()
          .get(5, TimeUnit.SECONDS);
    }
  }

  @Override
  public void heal() {}
}
