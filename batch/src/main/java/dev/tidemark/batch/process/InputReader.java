package dev.tidemark.batch.process;

import dev.tidemark.batch.process.LineMapper.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Reads input files line by line in a task. One file is open at a time, and one line is held.
 *
 * @param root of the dataset, as a URI
 */
record InputReader(String root, SerializableConfiguration hadoop, LineMapper mapper)
    implements FlatMapFunction<Iterator<Input>, Row> {

  @Override
  public Iterator<Row> call(Iterator<Input> inputs) {
    Rows rows = new Rows(inputs);
    // A task that is killed does not read to the end.
    TaskCompletionListener closing = context -> rows.close();
    TaskContext.get().addTaskCompletionListener(closing);
    return rows;
  }

  private final class Rows implements Iterator<Row> {
    private final Iterator<Input> inputs;
    private Input input;
    private Input.Offsets offsets;
    private Lines lines;
    private int line;
    private Optional<Row> next = Optional.empty();

    Rows(Iterator<Input> inputs) {
      this.inputs = inputs;
    }

    @Override
    public boolean hasNext() {
      try {
        while (next.isEmpty() && (lines != null || inputs.hasNext())) {
          if (lines == null) {
            open(inputs.next());
          }
          Optional<byte[]> bytes = lines.next();
          if (bytes.isPresent()) {
            next = mapper.map(new Place(input, line++, offsets.next()), bytes.get());
          } else {
            close();
          }
        }
        return next.isPresent();
      } catch (IOException e) {
        throw new UncheckedIOException(input.path() + " cannot be read", e);
      }
    }

    @Override
    public Row next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Row row = next.orElseThrow();
      next = Optional.empty();
      return row;
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
