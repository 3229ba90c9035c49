package io.rowandb.matrix.coverage;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What the code of a class refers to.
 *
 * @param of the class, by its internal name
 * @param all classes, methods and fields of others
 */
record References(String of, Set<Reference> all) {
  /**
   * A class or one of its members.
   *
   * @param owner internal name of the class
   * @param name of the member, or null for the class itself
   * @param type descriptor of the member
   */
  record Reference(String owner, String name, String type) {
    @Override
    public String toString() {
      String simple = owner.substring(owner.lastIndexOf('/') + 1);
      return name == null ? simple : simple + "." + name + type;
    }
  }

  /** Reads a class file. */
  static References read(InputStream bytes) throws IOException {
    Reader reader = new Reader();
    new ClassReader(bytes).accept(reader, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return new References(reader.name, reader.found);
  }

  private static final class Reader extends ClassVisitor {
    private final Set<Reference> found = new LinkedHashSet<>();
    private String name;

    Reader() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version, int access, String type, String generic, String above, String[] implemented) {
      name = type;
      found.add(new Reference(above, null, null));
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String descriptor, String generic, String[] exceptions) {
      return new Code();
    }

    private final class Code extends MethodVisitor {
      Code() {
        super(Opcodes.ASM9);
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String method, String descriptor, boolean isInterface) {
        found.add(new Reference(owner, method, descriptor));
      }

      @Override
      public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
        found.add(new Reference(owner, field, descriptor));
      }

      @Override
      public void visitTypeInsn(int opcode, String type) {
        found.add(new Reference(type.replaceAll("^\\[+L?|;$", ""), null, null));
      }

      @Override
      public void visitLdcInsn(Object value) {
        if (value instanceof Type type && type.getSort() == Type.OBJECT) {
          found.add(new Reference(type.getInternalName(), null, null));
        }
      }

      @Override
      public void visitInvokeDynamicInsn(
          String method, String descriptor, Handle bootstrap, Object... arguments) {
        for (Object argument : arguments) {
          if (argument instanceof Handle handle) {
            found.add(new Reference(handle.getOwner(), handle.getName(), handle.getDesc()));
          }
        }
      }
    }
  }
}
