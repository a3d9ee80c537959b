using System.Text.Json.Nodes;

namespace Blittable.Serialization;

/// <content>Values whose type is known only when they are written.</content>
public sealed unsafe partial class ObjectWriter
{
    /// <summary>Writes a value by the type that it has, which must be one that was declared.</summary>
    /// <exception cref="NotSupportedException">No code was generated for its type.</exception>
    public void WriteObject(object? value)
    {
        if (value is null)
        {
            WriteNull();
        }
        else if (value.GetType() == typeof(object))
        {
            BeginObject();
            EndObject();
        }
        else if (value is JsonNode node)
        {
            // A scalar node has a type of its own.
            Write(node);
        }
        else if (ConverterRegistry.Find(value.GetType()) is { } converter)
        {
            converter.WriteObject(this, value);
        }
        else
        {
            throw new NotSupportedException($"Expected a value of a type that BlittableSerializer knows, found one of {value.GetType()}.");
        }
    }

    /// <summary>Gets whether, of some types, one is the nearest that another derives from.</summary>
    /// <typeparam name="T">The one.</typeparam>
    /// <param name="type">The other.</param>
    /// <param name="listed">All of them.</param>
    public static bool IsNearest<T>(Type type, Type[] listed)
    {
        for (var ancestor = type; ancestor is not null; ancestor = ancestor.BaseType)
        {
            if (Array.IndexOf(listed, ancestor) >= 0)
            {
                return ancestor == typeof(T);
            }
        }

        return false;
    }

    /// <summary>Makes the error of an object whose type is not among those that were listed.</summary>
    public static NotSupportedException UnknownType(Type type, Type listedBy) =>
        new($"Expected a type that [JsonDerivedType] of {listedBy} names, found {type}.");
}
