package io.rowandb.schema.view;

import io.rowandb.schema.pattern.EntriesFirst;
import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.chain.Followers;
import java.io.IOException;
import java.util.List;

/** What keeps a view by the calls of any carrier. */
public final class ViewFollowers {
  private ViewFollowers() {}

  /**
   * Of one view.
   *
   * @param entries of its table
   */
  public static <R, V> Followers<R> of(Carrier carrier, View<R, V> view, EntriesFirst<V> entries)
      throws IOException {
    return new Views<>(List.of(new ViewTable<>(carrier, view, entries)), failure -> false);
  }
}
