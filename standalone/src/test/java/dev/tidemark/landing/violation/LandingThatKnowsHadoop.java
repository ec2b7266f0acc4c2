package dev.tidemark.landing.violation;

import dev.tidemark.landing.violation.cycle.Inner;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** What the rules must refuse: Hadoop outside its adapter, and a cycle of packages. */
public record LandingThatKnowsHadoop(FileSystem files, Inner inner) {
  public boolean move() throws IOException {
    return files.rename(new Path("/a"), new Path("/b"));
  }
}
