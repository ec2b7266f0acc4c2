package dev.tidemark.bench.flume;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.servlet.http.HttpServletRequest;
import org.apache.flume.Context;
import org.apache.flume.Event;
import org.apache.flume.event.EventBuilder;
import org.apache.flume.source.http.HTTPBadRequestException;
import org.apache.flume.source.http.HTTPSourceHandler;

/**
 * Takes an event, or an array of them, as the other programs do; Flume's own handler wants its
 * events as text in an envelope. It reads JSON with what that one reads it with.
 */
public final class JsonEvents implements HTTPSourceHandler {
  @Override
  public List<Event> getEvents(HttpServletRequest request)
      throws HTTPBadRequestException, IOException {
    JsonElement body = parse(request);
    List<Event> events = new ArrayList<>();
    if (body.isJsonArray()) {
      body.getAsJsonArray().forEach(each -> events.add(event(each)));
    } else {
      events.add(event(body));
    }
    return events;
  }

  @SuppressWarnings("deprecation") // The Gson that Flume comes with has nothing else.
  private static JsonElement parse(HttpServletRequest request)
      throws HTTPBadRequestException, IOException {
    try {
      return new JsonParser().parse(request.getReader());
    } catch (JsonParseException e) {
      throw new HTTPBadRequestException("The body is not JSON", e);
    }
  }

  private static Event event(JsonElement json) {
    return EventBuilder.withBody(json.toString().getBytes(UTF_8));
  }

  @Override
  public void configure(Context context) {}
}
