namespace Blittable;

/// <summary>
/// Marks a type for <see cref="BlittableSerializer"/>, either the annotated type or the type in the argument. The source generator in the package emits code
/// that converts objects of the type, and of its members' types, to and from documents.
/// </summary>
/// <remarks>
/// The attributes of System.Text.Json are honored, so a type that works there works here. To mark a generic type or a type of another assembly, specify it in
/// the argument, on any class or on the assembly: <c>[assembly: BlittableSerializable(typeof(List&lt;Order&gt;))]</c>.
/// </remarks>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface | AttributeTargets.Assembly, AllowMultiple = true, Inherited = false)]
public sealed class BlittableSerializableAttribute : Attribute
{
    /// <summary>Marks the annotated type.</summary>
    public BlittableSerializableAttribute()
    {
    }

    /// <summary>Marks the specified type.</summary>
    /// <param name="type">The type. It must not have open type parameters.</param>
    public BlittableSerializableAttribute(Type type) => Type = type;

    /// <summary>Gets the specified type, or <see langword="null"/> for the annotated type.</summary>
    public Type? Type { get; }
}
