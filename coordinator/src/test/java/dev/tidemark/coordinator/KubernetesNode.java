package dev.tidemark.coordinator;

import dev.tidemark.embedded.ChildJvm;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The API of Kubernetes, on loopback alone, and one node that runs what is asked of it. Where a
 * real node starts a container, this one starts a process: with the pod's environment, and the
 * command of the entry point of Spark's image. So all is real but the image and the network.
 */
final class KubernetesNode implements AutoCloseable {
  private static final long LOOK_MILLIS = 200;
  private static final String NAMESPACE = "default";
  private static final String ADDRESS = "127.0.0.1";
  private static final String OPTION = "SPARK_JAVA_OPT_";
  private static final Duration END = Duration.ofSeconds(20);

  /** It says each request, five a second; held here, for a logger that nobody holds forgets. */
  private static final Logger REQUESTS = Logger.getLogger(MockWebServer.class.getName());

  private final Path directory;
  private final SparkHome image;
  private final KubernetesMockServer api;
  private final KubernetesClient client;
  private final Map<String, ChildJvm> running = new ConcurrentHashMap<>();
  private final List<String> started = new ArrayList<>();
  private volatile boolean closed;
  private final Thread looking = new Thread(this::run, "kubernetes-node");

  /**
   * Starts both.
   *
   * @param directory for what the pods write
   * @param image what is in every container
   */
  KubernetesNode(Path directory, SparkHome image) {
    this.directory = directory;
    this.image = image;
    this.api =
        new KubernetesMockServer(
            new Context(),
            new MockWebServer(),
            new HashMap<>(),
            new KubernetesCrudDispatcher(),
            false);
    REQUESTS.setLevel(Level.WARNING);
    api.init(InetAddress.getLoopbackAddress(), 0);
    this.client = api.createClient();
    looking.setDaemon(true);
    looking.start();
  }

  String master() {
    return "k8s://http://" + ADDRESS + ":" + api.getPort();
  }

  /** The names of all pods that were ever started. */
  synchronized List<String> started() {
    return List.copyOf(started);
  }

  private void run() {
    try {
      while (!closed) {
        look();
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void look() throws IOException {
    List<Pod> pods = client.pods().inNamespace(NAMESPACE).list().getItems();
    for (Pod pod : pods) {
      String name = pod.getMetadata().getName();
      if (!started.contains(name)) {
        running.put(name, start(pod));
        started.add(name);
        is(name, "Running");
      }
    }
    List<String> wanted = pods.stream().map(p -> p.getMetadata().getName()).toList();
    for (Iterator<Map.Entry<String, ChildJvm>> each = running.entrySet().iterator();
        each.hasNext(); ) {
      Map.Entry<String, ChildJvm> pod = each.next();
      if (!wanted.contains(pod.getKey())) {
        pod.getValue().close();
        each.remove();
      } else if (!pod.getValue().isAlive()) {
        is(pod.getKey(), pod.getValue().awaitExit(END) == 0 ? "Succeeded" : "Failed");
        each.remove();
      }
    }
  }

  private void is(String name, String phase) {
    client
        .pods()
        .inNamespace(NAMESPACE)
        .withName(name)
        .edit(
            pod ->
                new PodBuilder(pod)
                    .editOrNewStatus()
                    .withPhase(phase)
                    .withPodIP(ADDRESS)
                    .endStatus()
                    .build());
  }

  /** As {@code entrypoint.sh executor} of Spark's image does. */
  private ChildJvm start(Pod pod) throws IOException {
    Map<String, String> environment = environment(pod);
    List<String> options = new ArrayList<>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(OPTION)) {
            options.add(value);
          }
        });
    String memory = environment.get("SPARK_EXECUTOR_MEMORY");
    options.addAll(List.of("-Xms" + memory, "-Xmx" + memory));
    // A container has a working directory of its own; executors put their jars there.
    Path own = Files.createDirectories(directory.resolve(pod.getMetadata().getName()));
    return ChildJvm.startIn(
        own,
        own.resolve("out"),
        image.jars(),
        options,
        environment,
        "org.apache.spark.scheduler.cluster.k8s.KubernetesExecutorBackend",
        "--driver-url",
        environment.get("SPARK_DRIVER_URL"),
        "--executor-id",
        environment.get("SPARK_EXECUTOR_ID"),
        "--cores",
        environment.get("SPARK_EXECUTOR_CORES"),
        "--app-id",
        environment.get("SPARK_APPLICATION_ID"),
        "--hostname",
        environment.get("SPARK_EXECUTOR_POD_IP"),
        "--resourceProfileId",
        environment.get("SPARK_RESOURCE_PROFILE_ID"),
        "--podName",
        environment.get("SPARK_EXECUTOR_POD_NAME"));
  }

  private Map<String, String> environment(Pod pod) {
    Map<String, String> environment = new HashMap<>();
    Container container = pod.getSpec().getContainers().get(0);
    for (EnvVar each : container.getEnv()) {
      environment.put(each.getName(), value(pod, each));
    }
    environment.put("SPARK_LOCAL_DIRS", directory.toString());
    return environment;
  }

  private static String value(Pod pod, EnvVar variable) {
    if (variable.getValueFrom() == null) {
      return variable.getValue() == null ? "" : variable.getValue();
    }
    String field = variable.getValueFrom().getFieldRef().getFieldPath();
    return switch (field) {
      case "status.podIP" -> ADDRESS;
      case "metadata.name" -> pod.getMetadata().getName();
      default -> throw new IllegalArgumentException(field + " of a pod is not known here");
    };
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try {
      looking.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (ChildJvm pod : running.values()) {
      pod.close();
    }
    client.close();
    api.destroy();
  }
}
