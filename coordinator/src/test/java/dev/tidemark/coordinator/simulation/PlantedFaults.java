package dev.tidemark.coordinator.simulation;

import dev.tidemark.batch.expire.Expire;
import dev.tidemark.batch.process.InputFile;
import dev.tidemark.batch.process.ProcessRequest;
import dev.tidemark.batch.process.ProcessResult;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.landing.Area;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.commit.MicroBatch;
import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Designs that look as if they worked: each leaves out one thing that the protocol rests on. */
final class PlantedFaults {
  private PlantedFaults() {}

  /** The next version is written whether or not somebody has written it. */
  static final class AppendWithoutCompare extends Parts {
    @Override
    LandingFileSystem files(LandingFileSystem shared) {
      return new ForwardingFiles(shared) {
        @Override
        public Optional<Entry> stat(String path) throws IOException {
          return isEntry(path) ? Optional.empty() : super.stat(path);
        }

        @Override
        public Renamed rename(String source, String target) throws IOException {
          if (isEntry(target)) {
            super.deleteFile(target);
          }
          return super.rename(source, target);
        }

        private static boolean isEntry(String path) {
          return path.startsWith(LandingZone.logDirectory() + "/");
        }
      };
    }
  }

  /** Who has opened the log looks for checkpoints only to clean up. */
  static final class AppendAfterCleanUp extends Parts {
    @Override
    LandingFileSystem files(LandingFileSystem shared) {
      return new ForwardingFiles(shared) {
        private boolean looks = true;

        @Override
        public List<Entry> list(String directory) throws IOException {
          if (!directory.equals(LandingZone.checkpoints())) {
            return super.list(directory);
          }
          List<Entry> found = looks ? super.list(directory) : List.of();
          looks = false;
          return found;
        }

        @Override
        public Renamed rename(String source, String target) throws IOException {
          looks |= target.startsWith(LandingZone.checkpoints() + "/");
          return super.rename(source, target);
        }
      };
    }
  }

  /**
   * An intent that names the generation does not keep a person from closing it. The fold refuses
   * the entry as it is, so the intent is declared done first.
   */
  static final class CloseWithPendingIntent extends Parts {
    @Override
    void forceClose(Life life, Journal journal, GenerationId generation) {
      journal.append(
          state ->
              state
                  .pending()
                  .filter(p -> state.isNamedByPending(generation))
                  .map(p -> new LogEntry.Landed(p.version())));
      super.forceClose(life, journal, generation);
    }
  }

  /** What stands in a generation's directory is processed. */
  static final class ProcessByListing extends Parts {
    @Override
    Processing processing(LandingFileSystem files) {
      return new Replacing(super.processing(files)) {
        @Override
        ProcessRequest replace(ProcessRequest request) throws IOException {
          List<InputFile> found = new ArrayList<>();
          Set<String> listed = new HashSet<>();
          for (InputFile input : request.inputs()) {
            String directory = LandingZone.parent(input.path());
            if (listed.add(directory)) {
              for (LandingFileSystem.Entry entry : files.list(directory)) {
                if (!entry.name().startsWith("_")) {
                  found.add(new InputFile(directory + "/" + entry.name(), input.file()));
                }
              }
            }
          }
          return with(request, found);
        }
      };
    }
  }

  /** As some file systems do it: a directory is moved into one that exists. */
  static final class RenameThatNests extends Parts {
    @Override
    LandingFileSystem files(LandingFileSystem shared) {
      return new ForwardingFiles(shared) {
        @Override
        public Renamed rename(String source, String target) throws IOException {
          Renamed renamed = super.rename(source, target);
          return renamed == Renamed.TARGET_EXISTS && isDirectory(source) && isDirectory(target)
              ? super.rename(source, target + source.substring(source.lastIndexOf('/')))
              : renamed;
        }

        private boolean isDirectory(String path) throws IOException {
          return stat(path).filter(Entry::directory).isPresent();
        }
      };
    }
  }

  /** Archived files move back to be processed again, and return when that is done. */
  static final class ArchivedFilesMoveBack extends Parts {
    @Override
    Processing processing(LandingFileSystem files) {
      return new Replacing(super.processing(files)) {
        @Override
        ProcessRequest replace(ProcessRequest request) throws IOException {
          for (String directory : directories(request)) {
            files.makeDirectories(LandingZone.parent(inStage(directory)));
            files.rename(directory, inStage(directory));
          }
          return with(
              request,
              request.inputs().stream()
                  .map(i -> new InputFile(inStage(i.path()), i.file()))
                  .toList());
        }

        @Override
        public ProcessResult process(ProcessRequest request) {
          ProcessResult result = super.process(request);
          try {
            for (String directory : directories(request)) {
              files.rename(inStage(directory), directory);
            }
          } catch (IOException e) {
            throw new LandingException.Unavailable("The files did not move again", e);
          }
          return result;
        }

        private static Set<String> directories(ProcessRequest request) {
          Set<String> directories = new TreeSet<>();
          request.inputs().forEach(i -> directories.add(LandingZone.parent(i.path())));
          directories.removeIf(d -> !d.startsWith(Area.ARCHIVE.directory() + "/"));
          return directories;
        }

        private static String inStage(String path) {
          return path.replaceFirst(
              "^" + Area.ARCHIVE.directory() + "/", Area.STAGE.directory() + "/");
        }
      };
    }
  }

  /** Where a revision replaces nothing, nothing takes the name of what it replaced. */
  static final class SwapWithoutTombstone extends Parts {
    @Override
    LandingFileSystem files(LandingFileSystem shared) {
      return new ForwardingFiles(shared) {
        private final Set<String> passed = new HashSet<>();

        @Override
        public Renamed rename(String source, String target) throws IOException {
          if (source.contains("/.marker-")) {
            passed.add(target);
            super.deleteTree(source);
            return Renamed.DONE;
          }
          return super.rename(source, target);
        }

        @Override
        public Optional<Entry> stat(String path) throws IOException {
          return passed.contains(path) ? Optional.of(new Entry("", true, 0)) : super.stat(path);
        }
      };
    }
  }

  /** The name of a revision that retention emptied is given free. */
  static final class EmptiedNameIsFree extends Parts {
    @Override
    LandingFileSystem files(LandingFileSystem shared) {
      return new ForwardingFiles(shared) {
        @Override
        public NewFile create(String path) throws IOException {
          if (!path.endsWith("/" + Expire.EXPIRED)) {
            return super.create(path);
          }
          super.deleteTree(LandingZone.parent(path));
          super.makeDirectories(LandingZone.temporaryDirectory());
          return super.create(LandingZone.temporary("elsewhere"));
        }
      };
    }
  }

  /** A batch that failed takes its files along. */
  static final class AbortThatDeletes extends Parts {
    @Override
    void abort(Life life, MicroBatch batch) {
      try {
        life.files().deleteTree(LandingZone.inflight(batch.run(), batch.epoch()));
      } catch (IOException e) {
        throw new LandingException.Unavailable("The batch was not aborted", e);
      }
    }
  }

  /** Processing of other files than those that were asked for. */
  private abstract static class Replacing implements Processing {
    private final Processing processing;

    Replacing(Processing processing) {
      this.processing = processing;
    }

    abstract ProcessRequest replace(ProcessRequest request) throws IOException;

    static ProcessRequest with(ProcessRequest request, List<InputFile> inputs) {
      return new ProcessRequest(
          request.partition(),
          request.attempt(),
          inputs,
          request.outputDirectory(),
          request.topicNames());
    }

    @Override
    public ProcessResult process(ProcessRequest request) {
      try {
        return processing.process(replace(request));
      } catch (IOException e) {
        throw new LandingException.Unavailable("Not processed", e);
      }
    }

    @Override
    public void close() {
      processing.close();
    }
  }
}
