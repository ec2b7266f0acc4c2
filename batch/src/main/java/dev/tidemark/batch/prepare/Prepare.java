package dev.tidemark.batch.prepare;

import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.fs.LandingFileSystem;

/** Takes a closed generation out of the directories that the stream writes to. */
public final class Prepare {
  private final GenerationMove move;

  public Prepare(LandingFileSystem files) {
    this.move = new GenerationMove(files);
  }

  /** From {@code raw} or {@code late} to {@code stage}; see {@link GenerationMove#move}. */
  public GenerationMove.Moved prepare(Manifest manifest) {
    return move.move(
        manifest,
        LandingZone.landing(manifest.generation()),
        LandingZone.stage(manifest.generation()),
        "prepared");
  }
}
