package dev.tidemark.landing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/** The files of a closed generation: what counts, whatever a listing of its directory shows. */
public record Manifest(GenerationId generation, List<LandedFile> files) {
  /** The file that carries it inside the generation's directory, hidden from Spark and Hive. */
  public static final String FILE_NAME = "_manifest.json";

  public Manifest {
    files = files.stream().sorted(Comparator.comparing(LandedFile::name)).toList();
  }

  public long rows() {
    return files.stream().mapToLong(LandedFile::rows).sum();
  }

  public long bytes() {
    return files.stream().mapToLong(LandedFile::bytes).sum();
  }

  /** SHA-256 over names, rows, bytes and offsets in order of name, in hexadecimal. */
  public String hash() {
    MessageDigest digest = sha256();
    for (LandedFile file : files) {
      String line =
          file.name()
              + ' '
              + file.rows()
              + ' '
              + file.bytes()
              + ' '
              + file.source()
              + ' '
              + file.offsets()
              + '\n';
      digest.update(line.getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
