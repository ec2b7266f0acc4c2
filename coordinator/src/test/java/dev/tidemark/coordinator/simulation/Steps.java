package dev.tidemark.coordinator.simulation;

import java.io.IOException;

/** Asks, before each operation of one actor, when it takes place and what becomes of it. */
interface Steps {
  /** An operation on the file system. */
  interface Operation<T> {
    T run() throws IOException;
  }

  /** Waits for the actor's turn. */
  Effect before(Access access);

  /** What the actor learnt from the operation. */
  void learnt(Access access, Object result);

  /** An operation that is done once the actor was told that it failed. */
  void later(Access access, Operation<?> operation);

  /** Every operation is done at once. */
  Steps FREE =
      new Steps() {
        @Override
        public Effect before(Access access) {
          return Effect.DONE;
        }

        @Override
        public void learnt(Access access, Object result) {}

        @Override
        public void later(Access access, Operation<?> operation) {
          throw new IllegalStateException("Nothing is late here");
        }
      };
}
