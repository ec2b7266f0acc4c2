package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.PartitionState;
import java.util.List;
import java.util.Optional;

/**
 * One generation and its files.
 *
 * @param directory where they are, relative to the root; absent if retention removed them
 * @param inNoRevision whether they came too late to be published, and never will be by themselves
 */
public record GenerationDetails(
    long number,
    Generation.Step step,
    Optional<String> directory,
    boolean inNoRevision,
    List<LandedFile> files) {

  public GenerationDetails {
    files = List.copyOf(files);
  }

  static GenerationDetails of(PartitionState p, Generation g, Manifest manifest) {
    long number = g.id().number();
    return new GenerationDetails(
        number,
        g.step(),
        p.expiredGenerations().contains(number)
            ? Optional.empty()
            : Optional.of(FilesNow.directory(g)),
        !p.canRestate() && p.unpublished().contains(number),
        manifest.files());
  }
}
