package io.rowandb.client.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RegexStringComparator.EngineType;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.FilterProtos;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class FilterClassesTest {
  private static final byte[] BYTES = "x".getBytes(StandardCharsets.UTF_8);
  private static final CompareOperator IS = CompareOperator.EQUAL;

  private final FilterClasses classes = FilterClasses.of(new Configuration(false));

  /** Of a program. */
  private static final class OwnComparator extends ByteArrayComparable {
    OwnComparator() {
      super(BYTES);
    }

    @Override
    public byte[] toByteArray() {
      return BYTES;
    }

    @Override
    public int compareTo(byte[] value, int offset, int length) {
      return 0;
    }
  }

  /** Of a program. */
  private static final class OwnFilter extends FilterBase {
    @Override
    public byte[] toByteArray() {
      return BYTES;
    }
  }

  private static List<Filter> filtersOf(ByteArrayComparable comparator) {
    return List.of(
        new RowFilter(IS, comparator),
        new FamilyFilter(IS, comparator),
        new QualifierFilter(IS, comparator),
        new ValueFilter(IS, comparator),
        new DependentColumnFilter(BYTES, BYTES, true, IS, comparator),
        new ColumnValueFilter(BYTES, BYTES, IS, comparator),
        new SingleColumnValueFilter(BYTES, BYTES, IS, comparator),
        new SingleColumnValueExcludeFilter(BYTES, BYTES, IS, comparator));
  }

  private static List<Filter> around(Filter filter) {
    return List.of(
        new SkipFilter(filter),
        new WhileMatchFilter(filter),
        new FilterList(new PageFilter(1), filter),
        new SkipFilter(new FilterList(new WhileMatchFilter(filter))));
  }

  private void assertRefused(Filter filter, Class<?> named) {
    assertThatThrownBy(() -> classes.check(ProtobufUtil.toFilter(filter)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("class \"" + named.getName() + "\" is neither HBase's nor named by")
        .hasMessageContaining("rowan.filter.classes");
  }

  @Test
  void whatIsHBasesIsAllowed() throws IOException {
    for (Filter filter : filtersOf(new BinaryComparator(BYTES))) {
      classes.check(ProtobufUtil.toFilter(filter));
      for (Filter outer : around(filter)) {
        assertThatCode(() -> classes.check(ProtobufUtil.toFilter(outer)))
            .as("%s", outer)
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void anotherClassIsRefusedWhereverItIs() {
    assertRefused(new OwnFilter(), OwnFilter.class);
    for (Filter outer : around(new OwnFilter())) {
      assertRefused(outer, OwnFilter.class);
    }
    for (Filter filter : filtersOf(new OwnComparator())) {
      assertRefused(filter, OwnComparator.class);
      for (Filter outer : around(filter)) {
        assertRefused(outer, OwnComparator.class);
      }
    }
  }

  @Test
  void whatTheProgramNamesIsAllowed() throws IOException {
    Configuration conf = new Configuration(false);
    conf.set(FilterClasses.KEY, OwnFilter.class.getName() + " , " + OwnComparator.class.getName());
    FilterClasses own = FilterClasses.of(conf);
    own.check(ProtobufUtil.toFilter(new SkipFilter(new OwnFilter())));
    own.check(ProtobufUtil.toFilter(new ValueFilter(IS, new OwnComparator())));
    assertThatThrownBy(
            () -> own.check(FilterProtos.Filter.newBuilder().setName("java.lang.Runtime").build()))
        .hasMessageContaining("java.lang.Runtime");
  }

  @Test
  void aMatchThatNothingEndsIsRefused() throws IOException {
    Filter joni = new ValueFilter(IS, new RegexStringComparator("a", EngineType.JONI));
    assertThatThrownBy(() -> classes.check(ProtobufUtil.toFilter(joni)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("by the engine JAVA alone, not by JONI");
    classes.check(ProtobufUtil.toFilter(new ValueFilter(IS, new RegexStringComparator("a"))));
    FilterClasses.ofClassPath().check(ProtobufUtil.toFilter(joni));
  }

  @Test
  void aProgramMayNameWhateverItsClassPathHas() throws IOException {
    FilterClasses program = FilterClasses.ofClassPath();
    program.check(ProtobufUtil.toFilter(new SkipFilter(new OwnFilter())));
    program.check(ProtobufUtil.toFilter(new ValueFilter(IS, new OwnComparator())));
    assertThatThrownBy(
            () -> program.check(FilterProtos.Filter.newBuilder().setName("a.Missing").build()))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("a.Missing\" is not on the class path");
  }

  @Test
  void filtersInFiltersHaveALimit() throws IOException {
    assertThat(FilterTree.MAX_DEPTH).isEqualTo(100);
    Filter filter = new PageFilter(1);
    for (int depth = 1; depth < 100; depth++) {
      filter = new SkipFilter(filter);
    }
    classes.check(ProtobufUtil.toFilter(filter));
    FilterProtos.Filter deeper = ProtobufUtil.toFilter(new SkipFilter(filter));
    assertThatThrownBy(() -> classes.check(deeper))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("deeper than 100");
  }

  @Test
  void bytesThatAreNoFilterAreRefused() {
    FilterProtos.Filter torn =
        FilterProtos.Filter.newBuilder()
            .setName(SkipFilter.class.getName())
            .setSerializedFilter(ByteString.copyFrom(new byte[] {1, 2, 3}))
            .build();
    assertThatThrownBy(() -> classes.check(torn))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(SkipFilter.class.getName());
  }
}
