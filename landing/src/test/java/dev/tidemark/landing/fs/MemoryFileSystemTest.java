package dev.tidemark.landing.fs;

class MemoryFileSystemTest extends LandingFileSystemContract {
  @Override
  protected LandingFileSystem newFileSystem() {
    return new MemoryFileSystem();
  }
}
