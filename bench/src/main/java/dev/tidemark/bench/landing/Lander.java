package dev.tidemark.bench.landing;

import java.net.URI;

/** A program that lands a topic. It stays up between passes, so that later ones are warm. */
interface Lander extends AutoCloseable {

  /**
   * Lands the whole topic, and returns when every record is durable and in sight under its final
   * name.
   *
   * @param target a directory that does not exist yet
   */
  void land(URI target) throws Exception;

  @Override
  void close() throws Exception;
}
