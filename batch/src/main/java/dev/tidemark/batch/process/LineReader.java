package dev.tidemark.batch.process;

import dev.tidemark.batch.process.LineMapper.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Reads input files line by line in a task. One file is open at a time, and one line is held.
 *
 * @param root of the dataset, as a URI
 */
record LineReader<T>(String root, SerializableConfiguration hadoop, LineMapper<T> mapper)
    implements FlatMapFunction<Iterator<Input>, T> {

  @Override
  public Iterator<T> call(Iterator<Input> inputs) {
    Results results = new Results(inputs);
    // A task that is killed does not read to the end.
    TaskCompletionListener closing = context -> results.close();
    TaskContext.get().addTaskCompletionListener(closing);
    return results;
  }

  private final class Results implements Iterator<T> {
    private final Iterator<Input> inputs;
    private final LineMapper.Task<T> task = mapper.begin();
    private final Queue<T> ready = new ArrayDeque<>();
    private Input input;
    private Input.Offsets offsets;
    private Lines lines;
    private int line;

    Results(Iterator<Input> inputs) {
      this.inputs = inputs;
    }

    @Override
    public boolean hasNext() {
      try {
        while (ready.isEmpty() && (lines != null || inputs.hasNext())) {
          if (lines == null) {
            open(inputs.next());
          }
          Optional<byte[]> bytes = lines.next();
          if (bytes.isEmpty()) {
            task.end(input, ready::add);
            close();
          } else {
            task.line(new Place(input, line++, offsets.next()), bytes.get(), ready::add);
          }
        }
        return !ready.isEmpty();
      } catch (IOException e) {
        throw new UncheckedIOException(input.path() + " cannot be read", e);
      }
    }

    @Override
    public T next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return ready.remove();
    }

    private void open(Input toOpen) throws IOException {
      input = toOpen;
      offsets = input.new Offsets();
      line = 0;
      Path path = new Path(new Path(root), input.path());
      lines = new Lines(path.getFileSystem(hadoop.value()).open(path));
    }

    void close() {
      if (lines != null) {
        try {
          lines.close();
        } catch (IOException e) {
          throw new UncheckedIOException(input.path() + " cannot be closed", e);
        }
        lines = null;
      }
    }
  }
}
