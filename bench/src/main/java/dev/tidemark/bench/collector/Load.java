package dev.tidemark.bench.collector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends requests over kept connections from one thread, for it shares two cores with what it
 * measures.
 *
 * @param connections how many there are at most, all of them open from the beginning
 * @param rate requests a second, whether or not the server keeps up; their times count from when
 *     they should have been sent, and those that find no connection for {@link #PATIENCE} are not
 *     sent. 0: each connection sends again as soon as it has its answer
 * @param firstEvent the number of the first event
 */
public record Load(int port, Requests requests, int connections, double rate, long firstEvent) {
  /** As long as clients wait for an answer. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final long IDLE_MILLIS = 100;

  /** Connections that send again as soon as they have their answer. */
  public static Load closed(int port, Requests requests, int connections) {
    return new Load(port, requests, connections, 0, 0);
  }

  /** Requests at a rate. */
  public static Load open(int port, Requests requests, int connections, double rate) {
    return new Load(port, requests, connections, rate, 0);
  }

  public LoadResult run(Duration duration) throws IOException {
    try (Selector selector = Selector.open()) {
      Run run = new Run(this, selector, duration);
      try {
        return run.run();
      } finally {
        run.close();
      }
    }
  }

  private static final class Run {
    private final Load load;
    private final Selector selector;
    private final Duration duration;
    private final double interval;
    private final List<Client> clients = new ArrayList<>();
    private final ArrayDeque<Client> idle = new ArrayDeque<>();
    private final LoadResult result;
    private long begun;
    private long last;
    private long issued;
    private int underWay;

    Run(Load load, Selector selector, Duration duration) {
      this.load = load;
      this.selector = selector;
      this.duration = duration;
      this.interval = load.rate == 0 ? 0 : 1e9 / load.rate;
      this.result = new LoadResult(load.requests.events());
    }

    LoadResult run() throws IOException {
      InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), load.port);
      for (int i = 0; i < load.connections; i++) {
        Client client = new Client(server, selector, load.requests.largest());
        clients.add(client);
        addIfConnected(client);
      }
      while (idle.size() < load.connections) {
        selector.select(this::ready, IDLE_MILLIS);
      }
      begun = System.nanoTime();
      last = begun;
      long end = begun + duration.toNanos();
      long now = begun;
      while (now < end || (underWay > 0 && now < end + 2 * PATIENCE.toNanos())) {
        if (now < end) {
          dispatch(now, end);
        }
        selector.select(this::ready, pauseMillis(now, end));
        now = System.nanoTime();
      }
      for (int i = 0; i < underWay; i++) {
        result.lost();
      }
      result.took(load.rate == 0 ? last - begun : Math.max(last - begun, duration.toNanos()));
      return result;
    }

    /** On loopback a connection may be there without waiting, and then nothing tells of it. */
    private void addIfConnected(Client client) {
      if (client.isConnected()) {
        idle.add(client);
      }
    }

    private void dispatch(long now, long end) throws IOException {
      while (true) {
        long intended = interval == 0 ? now : begun + (long) (issued * interval);
        if (intended > now || intended >= end) {
          return;
        }
        if (idle.isEmpty()) {
          if (interval == 0 || now - intended < PATIENCE.toNanos()) {
            return;
          }
          result.unsent();
          issued++;
          continue;
        }
        Client client = idle.poll();
        underWay++;
        long sequence = load.firstEvent + issued++ * load.requests.events();
        try {
          client.send(load.requests, sequence, intended, now);
        } catch (IOException e) {
          loseConnection(client);
        }
      }
    }

    private long pauseMillis(long now, long end) {
      if (interval == 0 || idle.isEmpty() || now >= end) {
        return IDLE_MILLIS;
      }
      long next = begun + (long) (issued * interval);
      return Math.max(1, (next - now) / 1_000_000);
    }

    private void ready(SelectionKey key) {
      Client client = (Client) key.attachment();
      try {
        if (client.finishConnect()) {
          idle.add(client);
          return;
        }
        int status = client.proceed();
        if (status != 0) {
          last = System.nanoTime();
          underWay--;
          idle.add(client);
          result.answered(
              status, client.sequence(), last - client.intended(), last - client.sent());
        }
      } catch (IOException e) {
        loseConnection(client);
      }
    }

    private void loseConnection(Client client) {
      if (client.isBusy()) {
        underWay--;
        result.lost();
      }
      idle.remove(client);
      try {
        client.reconnect();
        addIfConnected(client);
      } catch (IOException e) {
        throw new UncheckedIOException("The server takes no connections", e);
      }
    }

    void close() throws IOException {
      for (Client client : clients) {
        client.close();
      }
    }
  }
}
