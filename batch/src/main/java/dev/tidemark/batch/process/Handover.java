package dev.tidemark.batch.process;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.config.IpPolicy;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What a coordinator and a {@link ProcessApplication} say to each other about an attempt, in files
 * of the root: the coordinator its request; the application its failure, or nothing but a complete
 * output, whose manifest has the counts.
 */
public final class Handover {
  private static final String REQUEST = "/request.json";
  private static final String FAILURE = "/failure.json";

  private final LandingFileSystem files;

  public Handover(LandingFileSystem files) {
    this.files = files;
  }

  /**
   * A request with all that it depends on, for the host that carries it out may have other files.
   *
   * @param eventTypes declarations, as {@link EventTypes#parse} takes them
   */
  record Request(
      ProcessRequest request,
      SortedMap<String, String> eventTypes,
      long targetFileSize,
      int shufflePartitions,
      IpPolicy ip) {}

  /** How an attempt failed. */
  private record Failure(Kind kind, String message) {
    private enum Kind {
      CONFLICT,
      NEEDS_OPERATOR,
      OUTCOME_UNKNOWN,
      UNAVAILABLE
    }

    static Failure of(Throwable error) {
      if (!(error instanceof LandingException)) {
        return new Failure(Kind.UNAVAILABLE, error.toString());
      }
      Kind kind =
          error instanceof LandingException.Conflict
              ? Kind.CONFLICT
              : error instanceof LandingException.NeedsOperator
                  ? Kind.NEEDS_OPERATOR
                  : error instanceof LandingException.OutcomeUnknown
                      ? Kind.OUTCOME_UNKNOWN
                      : Kind.UNAVAILABLE;
      return new Failure(kind, error.getMessage());
    }

    LandingException asException() {
      return switch (kind) {
        case CONFLICT -> new LandingException.Conflict(message);
        case NEEDS_OPERATOR -> new LandingException.NeedsOperator(message);
        case OUTCOME_UNKNOWN -> new LandingException.OutcomeUnknown(message, null);
        case UNAVAILABLE -> new LandingException.Unavailable(message, null);
      };
    }
  }

  /** Where the files about a request stand, relative to the root. */
  public static String directory(ProcessRequest request) {
    return LandingZone.handover(request.partition(), request.attempt());
  }

  /** Writes a request for an application to find. */
  public void ask(ProcessRequest request, SortedMap<String, String> eventTypes, BatchConfig config)
      throws IOException {
    files.makeDirectories(directory(request));
    files.write(
        directory(request) + REQUEST,
        LandingJson.write(
            new Request(
                request,
                eventTypes,
                config.targetFileSize(),
                config.shufflePartitions(),
                config.ip())));
  }

  Request read(String directory) throws IOException {
    String path = directory + REQUEST;
    return LandingJson.read(files.read(path), Request.class, path);
  }

  void fail(String directory, Throwable error) throws IOException {
    String temporary = directory + FAILURE + ".tmp";
    files.write(temporary, LandingJson.write(Failure.of(error)));
    // At once, for the coordinator looks while this is written.
    if (files.rename(temporary, directory + FAILURE) != LandingFileSystem.Renamed.DONE) {
      throw new IOException(directory + FAILURE + " could not be made");
    }
  }

  /** Whether work on a request has begun, so that it may be what an application died of. */
  public boolean isBegun(ProcessRequest request) throws IOException {
    return files.stat(request.outputDirectory()).isPresent();
  }

  /**
   * What came of a request, if it is known yet.
   *
   * @throws LandingException if it failed, as where it failed
   */
  public Optional<ProcessResult> answer(ProcessRequest request) throws IOException {
    String output = request.outputDirectory();
    if (files.stat(output + "/" + LandingZone.SUCCESS).isPresent()) {
      byte[] manifest = files.read(output + "/" + Manifest.FILE_NAME);
      return Optional.of(OutputManifest.read(manifest).result());
    }
    String failure = directory(request) + FAILURE;
    if (files.stat(failure).isPresent()) {
      throw LandingJson.read(files.read(failure), Failure.class, failure).asException();
    }
    return Optional.empty();
  }

  /** Takes the files about a request away; its output stays. */
  public void remove(ProcessRequest request) throws IOException {
    files.deleteTree(directory(request));
  }
}
