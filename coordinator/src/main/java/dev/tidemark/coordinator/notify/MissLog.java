package dev.tidemark.coordinator.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells whoever reads the log. */
final class MissLog implements Delivery {
  private static final Logger LOG = LoggerFactory.getLogger(MissLog.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Override
  public void deliver(Event event) {
    event
        .partition()
        .ifPresent(
            partition -> {
              JsonNode said = said(event);
              LOG.warn(
                  "{}: {} was not published by {}, which is promised. {}",
                  event.dataset(),
                  partition,
                  said.path("deadline").asText(),
                  said.path("reason").asText());
            });
  }

  private static JsonNode said(Event event) {
    try {
      return JSON.readTree(event.json());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("What was just written can be read", e);
    }
  }

  @Override
  public void close() {}
}
