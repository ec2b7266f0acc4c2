package dev.tidemark.bench.landing;

import java.net.URI;

/** A program that lands a topic. It stays up between passes, so that later ones are warm. */
interface Lander extends AutoCloseable {

  /**
   * Lands the whole topic, and returns when every record is durable and in sight under its final
   * name.
   *
   * @param target a directory that does not exist yet
   * @return what is still up, if the program would wait for more records; to be closed after the
   *     pass, which it is no part of
   */
  AutoCloseable land(URI target) throws Exception;

  @Override
  void close() throws Exception;
}
