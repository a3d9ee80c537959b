using System.Collections;
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
            WriteUndeclared(value);
        }
    }

    /// <summary>Writes a collection of any values; other types need code.</summary>
    private void WriteUndeclared(object value)
    {
        switch (value)
        {
            case IEnumerable<KeyValuePair<string, object?>> map:
                BeginObject();
                foreach (var (key, item) in map)
                {
                    Property(key);
                    WriteObject(item);
                }

                EndObject();
                break;
            case IEnumerable items when value.GetType().Assembly == typeof(List<>).Assembly || value is Array:
                BeginArray();
                foreach (var item in items)
                {
                    WriteObject(item);
                }

                EndArray();
                break;
            default:
                throw Serialization.UnknownType.Of(value.GetType());
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
        new($"No [JsonDerivedType] of {TypeNames.Of(listedBy)} names {TypeNames.Of(type)}.");
}
