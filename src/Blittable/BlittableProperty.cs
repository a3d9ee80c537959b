using Blittable.Reading;
using Blittable.Text;

namespace Blittable;

/// <summary>Represents a property of an object in a document: its name and its value.</summary>
public readonly ref struct BlittableProperty
{
    internal BlittableProperty(ReadOnlySpan<byte> name, BlittableValue value)
    {
        NameUtf8 = name;
        Value = value;
    }

    /// <summary>Gets the unescaped name in UTF-8, without copying it from the document or its dictionary.</summary>
    public ReadOnlySpan<byte> NameUtf8 { get; }

    /// <summary>Gets the name as a new string.</summary>
    public string Name => Utf16StringKernel.Create(NameUtf8);

    /// <summary>Gets the value.</summary>
    public BlittableValue Value { get; }

    /// <summary>Determines whether the name equals a text.</summary>
    public bool NameEquals(scoped ReadOnlySpan<byte> utf8Name) => NameUtf8.SequenceEqual(utf8Name);

    /// <summary>Copies the name as UTF-8.</summary>
    /// <param name="destination">The destination. It must be at least as long as the name.</param>
    /// <param name="written">The length of the name in bytes, or 0 on failure.</param>
    /// <returns><see langword="true"/> if the name was copied; <see langword="false"/> if the destination is too short.</returns>
    public bool TryCopyNameUtf8(Span<byte> destination, out int written)
    {
        var fits = NameUtf8.TryCopyTo(destination);
        written = fits ? NameUtf8.Length : 0;
        return fits;
    }

    /// <inheritdoc cref="NameEquals(ReadOnlySpan{byte})"/>
    public bool NameEquals(BlittableName name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return NameEquals(name.Utf8);
    }

    /// <inheritdoc cref="NameEquals(ReadOnlySpan{byte})"/>
    public bool NameEquals(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        using var utf8 = new Utf8Text(name, stackalloc byte[Utf8Text.StackLimit]);
        return utf8.IsValid && NameEquals(utf8.Bytes);
    }
}
