using System.Runtime.CompilerServices;
using System.Text;
using Blittable.Reading;
using Blittable.Strings;

namespace Blittable;

/// <summary>A property of an object, in place: its name and its value.</summary>
public readonly ref struct BlittableProperty
{
    private readonly ReadOnlySpan<byte> _name;
    private readonly bool _isCoded;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal BlittableProperty(ReadOnlySpan<byte> name, bool isCoded, BlittableValue value)
    {
        _name = name;
        _isCoded = isCoded;
        Value = value;
    }

    /// <summary>
    /// The name in UTF-8, unescaped: where it lies, or decoded if the document's names are compressed. It stays what it is as long as the document
    /// does.
    /// </summary>
    /// <remarks>
    /// Decoded names are remembered with the shape that they are of. A name of the few shapes that are not, because too many others came, is a new array:
    /// <see cref="TryCopyNameUtf8"/> and the methods that compare never allocate.
    /// </remarks>
    public ReadOnlySpan<byte> NameUtf8 => _isCoded ? NameCodesKernel.Decode(_name) : _name;

    /// <summary>The name, as a new string.</summary>
    public string Name => Encoding.UTF8.GetString(NameUtf8);

    /// <summary>The value.</summary>
    public BlittableValue Value { get; }

    /// <summary>Whether the name is this one, in UTF-8.</summary>
    public bool NameEquals(scoped ReadOnlySpan<byte> utf8Name) => _isCoded ? NameCodesKernel.AreEqual(_name, utf8Name) : _name.SequenceEqual(utf8Name);

    /// <summary>Copies the name as UTF-8.</summary>
    /// <param name="destination">At least as long as the name.</param>
    /// <param name="written">The bytes of the name, 0 on failure.</param>
    /// <returns>False where the destination is too short.</returns>
    public bool TryCopyNameUtf8(Span<byte> destination, out int written)
    {
        if (_isCoded)
        {
            return NameCodesKernel.TryDecode(_name, destination, out written);
        }

        written = _name.TryCopyTo(destination) ? _name.Length : 0;
        return written == _name.Length;
    }

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
