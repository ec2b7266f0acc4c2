package dev.tidemark.collector.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BodyBudgetTest {
  @Test
  void what_is_refused_takes_nothing_and_what_is_given_back_can_be_taken() {
    BodyBudget budget = new BodyBudget(10);
    assertThat(budget.tryTake(7)).isTrue();
    assertThat(budget.tryTake(4)).isFalse();
    assertThat(budget.tryTake(3)).isTrue();
    assertThat(budget.tryTake(1)).isFalse();
    budget.giveBack(7);
    assertThat(budget.tryTake(7)).isTrue();
  }
}
