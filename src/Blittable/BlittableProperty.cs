using System.Text;
using Blittable.Reading;

namespace Blittable;

/// <summary>A property of an object, in place: its name and its value.</summary>
public readonly ref struct BlittableProperty
{
    internal BlittableProperty(ReadOnlySpan<byte> nameUtf8, BlittableValue value)
    {
        NameUtf8 = nameUtf8;
        Value = value;
    }

    /// <summary>
    /// The name in UTF-8, unescaped: where it lies, or decoded if the document's names are compressed. It stays what it is as long as the document
    /// does.
    /// </summary>
    public ReadOnlySpan<byte> NameUtf8 { get; }

    /// <summary>The name, as a new string.</summary>
    public string Name => Encoding.UTF8.GetString(NameUtf8);

    /// <summary>The value.</summary>
    public BlittableValue Value { get; }

    /// <summary>Whether the name is this one, in UTF-8.</summary>
    public bool NameEquals(scoped ReadOnlySpan<byte> utf8Name) => NameUtf8.SequenceEqual(utf8Name);

    /// <inheritdoc cref="NameEquals(ReadOnlySpan{byte})"/>
    public bool NameEquals(BlittableName name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return NameEquals(name.Utf8);
    }

    /// <summary>Whether the name is this one.</summary>
    public bool NameEquals(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        using var utf8 = new Utf8Text(name, stackalloc byte[Utf8Text.StackLimit]);
        return utf8.IsValid && NameEquals(utf8.Bytes);
    }
}
