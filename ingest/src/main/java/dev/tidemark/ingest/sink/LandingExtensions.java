package dev.tidemark.ingest.sink;

import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.SparkPlan;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** What the sink adds to a session's planning. Spark finds it as a service. */
public final class LandingExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit>
    implements SparkSessionExtensionsProvider {

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    extensions.injectColumnar(
        new AbstractFunction1<>() {
          @Override
          public ColumnarRule apply(org.apache.spark.sql.SparkSession session) {
            return new BeforeCodeGeneration();
          }
        });
    return BoxedUnit.UNIT;
  }

  /** The last hook before code is generated; columns have nothing to do with it. */
  private static final class BeforeCodeGeneration extends ColumnarRule {
    @Override
    public Rule<SparkPlan> preColumnarTransitions() {
      return new RowsAsTheyAre();
    }
  }
}
