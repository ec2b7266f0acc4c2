package dev.tidemark.batch.publish;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.LandingFileSystem.Entry;
import dev.tidemark.landing.log.Publication;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/**
 * An earlier revision where it was put away, found by the attempt that its manifest names. It never
 * moves: a copy of it is the output of an attempt like any other, so what publishes and what cleans
 * up after a crash need not know of it.
 */
public final class KeptRevision {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final LandingFileSystem files;

  public KeptRevision(LandingFileSystem files) {
    this.files = files;
  }

  /**
   * Where it stands, relative to the root; nothing if it is not kept any more.
   *
   * @throws LandingException.Unavailable if the file system failed; try again
   */
  public Optional<String> find(PartitionId partition, Publication revision) {
    String replaced = LandingZone.parent(LandingZone.replaced(partition, 0));
    try {
      for (Entry entry : files.list(replaced)) {
        String directory = replaced + "/" + entry.name();
        if (entry.directory()
            && manifest(directory)
                .filter(m -> revision.attempt().equals(m.path("attempt").textValue()))
                .isPresent()) {
          return Optional.of(directory);
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw unavailable(partition, revision, e);
    }
  }

  /**
   * Copies it to the directory of an attempt. The copy's manifest names that attempt, and in {@code
   * copy_of} the one whose output it is.
   *
   * @throws LandingException.NeedsOperator if it is not kept any more
   * @throws LandingException.Unavailable if the file system failed; begin a new attempt
   */
  public void copy(PartitionId partition, Publication revision, String attempt) {
    String source =
        find(partition, revision)
            .orElseThrow(
                () ->
                    new LandingException.NeedsOperator(
                        partition
                            + " cannot be rolled back: revision "
                            + revision.revision()
                            + " is not in final/.replaced any more. What is published stays. 'tidemark"
                            + " reprocess "
                            + partition
                            + "' makes a new revision and ends the rollback."));
    String target = LandingZone.staging(partition, attempt);
    try {
      ObjectNode manifest = (ObjectNode) manifest(source).orElseThrow();
      manifest.put("attempt", attempt).put("copy_of", revision.attempt());
      copyTree(source, target);
      files.write(target + "/" + Manifest.FILE_NAME, JSON.writeValueAsBytes(manifest));
      files.write(target + "/" + LandingZone.SUCCESS, "\n".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw unavailable(partition, revision, e);
    }
  }

  private void copyTree(String source, String target) throws IOException {
    files.makeDirectories(target);
    for (Entry entry : files.list(source)) {
      String from = source + "/" + entry.name();
      String to = target + "/" + entry.name();
      if (entry.directory()) {
        copyTree(from, to);
      } else if (!entry.name().equals(Manifest.FILE_NAME)
          && !entry.name().equals(LandingZone.SUCCESS)) {
        copyFile(from, to);
      }
    }
  }

  private void copyFile(String from, String to) throws IOException {
    try (InputStream in = files.open(from);
        OutputStream out = files.create(to)) {
      in.transferTo(out);
    }
  }

  private Optional<JsonNode> manifest(String directory) throws IOException {
    try {
      return Optional.of(JSON.readTree(files.read(directory + "/" + Manifest.FILE_NAME)))
          .filter(JsonNode::isObject);
    } catch (NoSuchFileException | JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static LandingException.Unavailable unavailable(
      PartitionId partition, Publication revision, IOException e) {
    return new LandingException.Unavailable(
        "Revision "
            + revision.revision()
            + " of "
            + partition
            + " cannot be read or copied now: "
            + e.getMessage(),
        e);
  }
}
