namespace Blittable;

/// <summary>
/// Marks a type for <see cref="BlittableSerializer"/>, or names a type in its argument: the generator inside the package then writes the code that turns
/// objects of the type, and of all types that its members have, into documents and back.
/// </summary>
/// <remarks>
/// The attributes of System.Text.Json are honoured, so that a type which works there works here. A type of another assembly, or a generic one, is
/// named in the argument, on any class or on the assembly: <c>[assembly: BlittableSerializable(typeof(List&lt;Order&gt;))]</c>.
/// </remarks>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface | AttributeTargets.Assembly, AllowMultiple = true, Inherited = false)]
public sealed class BlittableSerializableAttribute : Attribute
{
    /// <summary>Marks the type that carries the attribute.</summary>
    public BlittableSerializableAttribute()
    {
    }

    /// <summary>Names a type.</summary>
    /// <param name="type">The type, without open type parameters.</param>
    public BlittableSerializableAttribute(Type type) => Type = type;

    /// <summary>Gets the type that is named; null for the type that carries the attribute.</summary>
    public Type? Type { get; }
}
