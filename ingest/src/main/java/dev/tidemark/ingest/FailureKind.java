package dev.tidemark.ingest;

import dev.tidemark.landing.LandingException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.spark.SparkThrowable;

/** Whether a stream that died may be started again without anybody having done something. */
enum FailureKind {
  /** Something outside was away, or another run was faster. */
  TRANSIENT,
  /** A person must look; also whatever is not known to pass. */
  PERMANENT;

  private static final List<Class<? extends Throwable>> PERMANENT_CAUSES =
      List.of(
          LandingException.NeedsOperator.class,
          AuthenticationException.class,
          AuthorizationException.class,
          // A file system that answers, and refuses.
          AccessControlException.class,
          AccessDeniedException.class,
          FileAlreadyExistsException.class,
          FileNotFoundException.class,
          NoSuchFileException.class,
          NotDirectoryException.class,
          org.apache.hadoop.fs.FileAlreadyExistsException.class,
          ParentNotDirectoryException.class);

  private static final List<Class<? extends Throwable>> TRANSIENT_CAUSES =
      List.of(
          LandingException.Unavailable.class,
          LandingException.OutcomeUnknown.class,
          // What was read is void; a new run reads it from where the log is.
          LandingException.Conflict.class,
          RetriableException.class,
          TimeoutException.class,
          IOException.class);

  /** Looks at all the causes; one that is permanent outweighs the others. */
  static FailureKind of(Throwable failure) {
    List<Throwable> causes = causes(failure);
    if (causes.stream().anyMatch(isOneOf(PERMANENT_CAUSES))) {
      return PERMANENT;
    }
    boolean passes =
        causes.stream().anyMatch(isOneOf(TRANSIENT_CAUSES).or(FailureKind::isLossOfData));
    return passes ? TRANSIENT : PERMANENT;
  }

  /** As labels and JSON have it. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static List<Throwable> causes(Throwable failure) {
    List<Throwable> causes = new ArrayList<>(Causes.of(failure).all());
    // What a NameNode threw comes by name.
    Causes.of(failure).all().stream()
        .filter(RemoteException.class::isInstance)
        .map(t -> ((RemoteException) t).unwrapRemoteException())
        .forEach(causes::add);
    return causes;
  }

  private static Predicate<Throwable> isOneOf(List<Class<? extends Throwable>> types) {
    return t -> types.stream().anyMatch(type -> type.isInstance(t));
  }

  /** Spark's source found offsets gone; the next start looks and says which, or goes on. */
  private static boolean isLossOfData(Throwable t) {
    return t instanceof SparkThrowable s
        && s.getCondition() != null
        && s.getCondition().startsWith("KAFKA_DATA_LOSS");
  }
}
