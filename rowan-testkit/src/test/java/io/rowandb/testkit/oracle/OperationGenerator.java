package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.util.Bytes;

/** Random operations on the small world. Used by one thread. */
final class OperationGenerator {
  /** Rare, since before a split most often everything is compacted. */
  private static final int SPLIT_ONE_IN = 10;

  private final World world;
  private final RandomGenerator random;
  private final Scope scope;
  private final WriteGenerator writes;
  private final ReadGenerator reads;

  OperationGenerator(World world, Scope scope) {
    this.world = world;
    this.random = world.random();
    this.scope = scope;
    FilterGenerator filters = new FilterGenerator(world);
    this.reads = new ReadGenerator(world, scope, filters);
    this.writes = new WriteGenerator(world, scope, filters, reads);
  }

  Operation next() throws IOException {
    int dice = random.nextInt(1000);
    if (dice < 240) {
      return new Operation.Call(writes.put());
    } else if (dice < 340) {
      return new Operation.Call(writes.delete());
    } else if (dice < 460) {
      return scope == Scope.ROOMS ? new Operation.Call(writes.put()) : change();
    } else if (dice < 580) {
      return new Operation.Call(reads.get());
    } else if (dice < 930) {
      return new Operation.Read(reads.scan());
    }
    return rarely();
  }

  /** A change for which the region reads first, or several at once. */
  private Operation change() throws IOException {
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> new Operation.Call(writes.delta());
      case 4, 5, 6 -> new Operation.Call(writes.check());
      case 7 -> new Operation.Call(writes.several());
      default -> new Operation.Batch(writes.batch());
    };
  }

  private Operation rarely() throws IOException {
    if (world.splits() && world.once(SPLIT_ONE_IN)) {
      return new Operation.Split(Bytes.toString(world.row()));
    }
    int dice = random.nextInt(100);
    if (dice < 26) {
      return new Operation.Flush();
    } else if (dice < 40) {
      int files = 2 + random.nextInt(2);
      return world.splitsUnseen() ? new Operation.CompactAll() : new Operation.CompactNewest(files);
    } else if (dice < 45) {
      return new Operation.CompactAll();
    } else if (dice < 48) {
      return new Operation.Reopen();
    } else if (dice < 53) {
      return new Operation.Recover();
    } else if (dice < 75 && !world.splits()) {
      // Over several regions it sees each as it is when the client comes to it: sooner or later.
      return new Operation.Hold(reads.scan());
    } else if (dice < 90) {
      return new Operation.ReadHeld();
    }
    return new Operation.Tick(world.tick());
  }
}
