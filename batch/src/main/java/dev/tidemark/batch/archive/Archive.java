package dev.tidemark.batch.archive;

import dev.tidemark.batch.prepare.GenerationMove;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.fs.LandingFileSystem;

/** Puts a published generation where it stays for good, the source of any reprocessing. */
public final class Archive {
  private final GenerationMove move;

  public Archive(LandingFileSystem files) {
    this.move = new GenerationMove(files);
  }

  /** From {@code stage} to {@code archive}; see {@link GenerationMove#move}. */
  public GenerationMove.Moved archive(Manifest manifest) {
    return move.move(
        manifest,
        LandingZone.stage(manifest.generation()),
        LandingZone.archive(manifest.generation()),
        "archived");
  }
}
