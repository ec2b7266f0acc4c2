package dev.tidemark.batch.process;

import dev.tidemark.landing.LandedFile;

/**
 * A landed file and where it stands now.
 *
 * @param path relative to the root of the dataset, in {@code stage} or {@code archive}
 */
public record InputFile(String path, LandedFile file) {}
