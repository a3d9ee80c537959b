using Blittable.Generators.Serialization.Model;

namespace Blittable.Generators.Serialization;

/// <content>
/// Emits code for anonymous types. Anonymous types of an assembly with equal properties are the same type, so generated code creates its objects with the same
/// expression, and the compiler infers the type arguments that cannot be written.
/// </content>
internal sealed partial class SourceEmitter
{
    private static bool IsUnnamed(TypeModel type) => type.IsAnonymous || type.Kind == TypeKindModel.Registered;

    private void EmitAnonymous(TypeModel type)
    {
        var members = InShape(type.Object!);
        EmitShape(type, "S_" + Id(type), members, "", skipped: "");
        _code.Open($"private static void Register_{Id(type)}()");
        _code.Line($"{Library}AnonymousTypes.Add(static () => {Like(type)},");
        _code.Open("static (writer, value) =>");
        EmitWriteBody(type, members, "S_" + Id(type), discriminator: "");
        _code.Close(",");
        _code.Open($"static ({Library}ObjectReader reader, scoped in global::Blittable.BlittableValue value) =>");
        EmitReadBody(type, type.Object!, members);
        _code.Close(");");
        _code.Close();
        _code.Line();
    }

    /// <summary>Emits a method that specifies the type of a collection by the type of its elements.</summary>
    private void EmitLike(TypeModel type)
    {
        _code.Line($"private static {type.Name} L_{Id(type)}<T>(T like) => default!;");
        _code.Line();
    }

    /// <summary>Returns an expression of a type, which is never evaluated.</summary>
    private string Like(TypeModel type) =>
        type.IsAnonymous ? $"new {{ {string.Join(", ", type.Object!.Members.Select(member => $"{member.Identifier} = {Like(Type(member.Type))}"))} }}"
        : type.Kind == TypeKindModel.Registered ? $"L_{Id(type)}({Like(Type(type.Element))})"
        : $"default({type.Name}){(type.IsValueType && !type.Name.Contains("<") ? "" : "!")}";
}
