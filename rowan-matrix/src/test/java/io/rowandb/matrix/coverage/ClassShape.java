package io.rowandb.matrix.coverage;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What a class file says of its class: its kin and its methods.
 *
 * @param name internal name
 * @param superName internal name of the class above
 * @param interfaces internal names
 * @param methods those that programs can call on an object
 * @param others constructors, static methods and fields
 */
record ClassShape(
    String name,
    String superName,
    List<String> interfaces,
    List<MethodShape> methods,
    List<MethodShape> others) {
  private static final int NOT_CALLED =
      Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;

  /**
   * A method.
   *
   * @param name its name
   * @param descriptor erased parameters and result
   * @param isAbstract whether it has no body
   */
  record MethodShape(String name, String descriptor, boolean isAbstract) {
    /** Whether a call of {@code other} ends here. */
    boolean answers(MethodShape other) {
      return name.equals(other.name) && descriptor.equals(other.descriptor) && !isAbstract;
    }

    /** Whether it has this name and descriptor. */
    boolean isAt(String otherName, String otherDescriptor) {
      return name.equals(otherName) && descriptor.equals(otherDescriptor);
    }

    /** {@code name(Type,Type)} with short names. */
    String signature() {
      List<String> parameters = new ArrayList<>();
      for (Type type : Type.getArgumentTypes(descriptor)) {
        parameters.add(type.getClassName().replaceFirst("^.*[.$]", ""));
      }
      return name + "(" + String.join(",", parameters) + ")";
    }
  }

  /** Reads a class file. */
  static ClassShape read(InputStream bytes) throws IOException {
    Reader reader = new Reader();
    new ClassReader(bytes)
        .accept(reader, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return new ClassShape(
        reader.name, reader.superName, reader.interfaces, reader.methods, reader.others);
  }

  private static final class Reader extends ClassVisitor {
    private String name;
    private String superName;
    private List<String> interfaces;
    private final List<MethodShape> methods = new ArrayList<>();
    private final List<MethodShape> others = new ArrayList<>();

    Reader() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version, int access, String type, String generic, String above, String[] implemented) {
      name = type;
      superName = above;
      interfaces = List.of(implemented);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String descriptor, String generic, String[] exceptions) {
      // A bridge answers calls too, but only where the method that it leads to is there.
      boolean callable = (access & NOT_CALLED) == 0 || isBridge(access);
      boolean isAbstract = (access & Opcodes.ACC_ABSTRACT) != 0;
      List<MethodShape> kind = callable && !method.startsWith("<") ? methods : others;
      kind.add(new MethodShape(method, descriptor, isAbstract));
      return null;
    }

    @Override
    public FieldVisitor visitField(
        int access, String field, String descriptor, String generic, Object value) {
      others.add(new MethodShape(field, descriptor, false));
      return null;
    }

    private static boolean isBridge(int access) {
      return (access & Opcodes.ACC_BRIDGE) != 0;
    }
  }
}
