package dev.tidemark.batch.process;

import dev.tidemark.landing.PartitionId;
import java.util.List;
import java.util.Map;

/**
 * What one attempt is to process, and where to.
 *
 * @param attempt id of the attempt, written to the output's manifest
 * @param inputs exactly the files that count; directories are never listed
 * @param outputDirectory relative to the root of the dataset; must not exist
 * @param topicNames topic id to name; a topic without a name goes by its id
 * @param lane with which others it may share what is started for it
 */
public record ProcessRequest(
    PartitionId partition,
    String attempt,
    List<InputFile> inputs,
    String outputDirectory,
    Map<String, String> topicNames,
    Lane lane) {

  public ProcessRequest {
    inputs = List.copyOf(inputs);
    topicNames = Map.copyOf(topicNames);
  }

  /** One in the live lane. */
  public ProcessRequest(
      PartitionId partition,
      String attempt,
      List<InputFile> inputs,
      String outputDirectory,
      Map<String, String> topicNames) {
    this(partition, attempt, inputs, outputDirectory, topicNames, Lane.LIVE);
  }

  /** Lines that the manifests say there are. */
  public long rows() {
    return inputs.stream().mapToLong(i -> i.file().rows()).sum();
  }

  public long bytes() {
    return inputs.stream().mapToLong(i -> i.file().bytes()).sum();
  }
}
