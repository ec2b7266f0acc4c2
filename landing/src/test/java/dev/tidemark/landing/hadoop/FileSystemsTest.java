package dev.tidemark.landing.hadoop;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.LandingException;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileSystemsTest {

  @ParameterizedTest
  @ValueSource(strings = {"s3a://bucket/events", "s3://bucket/events", "gs://bucket/events"})
  void an_object_store_is_refused_for_half_a_directory_may_have_moved(String root) {
    assertThatThrownBy(() -> FileSystems.open(URI.create(root)))
        .isInstanceOf(LandingException.NeedsOperator.class)
        .hasMessageContaining(root)
        .hasMessageContaining("renamed file by file");
  }
}
