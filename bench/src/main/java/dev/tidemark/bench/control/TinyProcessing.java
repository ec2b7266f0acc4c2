package dev.tidemark.bench.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.batch.process.ProcessRequest;
import dev.tidemark.batch.process.ProcessResult;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.util.Map;

/** Processing that writes what publishing asks for and looks at no line. */
final class TinyProcessing implements Processing {
  private final LandingFileSystem files;

  TinyProcessing(LandingFileSystem files) {
    this.files = files;
  }

  @Override
  public ProcessResult process(ProcessRequest request) {
    String output = request.outputDirectory();
    try {
      files.makeDirectories(output);
      files.write(
          output + "/" + Manifest.FILE_NAME,
          ("{\"attempt\":\"" + request.attempt() + "\"}").getBytes(UTF_8));
      files.write(output + "/" + LandingZone.SUCCESS, new byte[0]);
    } catch (IOException e) {
      throw new LandingException.Unavailable(output + " was not written", e);
    }
    return new ProcessResult(
        request.rows(), request.rows(), 0, 0, Map.of("line", request.rows()), Map.of(), "lines");
  }

  @Override
  public void close() {}
}
