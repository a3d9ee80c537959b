using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Reading;
using Blittable.Strings;

namespace Blittable;

/// <summary>A property of an object, in place: its name and its value.</summary>
public readonly ref struct BlittableProperty
{
    private readonly ref readonly byte _name;

    /// <summary>Bytes of the name as it is stored; the complement where these are codes.</summary>
    private readonly int _length;

    /// <param name="name">The name as it is stored.</param>
    /// <param name="form">0 for UTF-8, -1 for codes.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal BlittableProperty(ReadOnlySpan<byte> name, int form, BlittableValue value)
    {
        _name = ref MemoryMarshal.GetReference(name);
        _length = name.Length ^ form;
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
    public ReadOnlySpan<byte> NameUtf8
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _length >= 0 ? MemoryMarshal.CreateReadOnlySpan(in _name, _length) : Decode(in _name, ~_length);
    }

    /// <summary>The name, as a new string.</summary>
    public string Name => Utf16StringKernel.Create(NameUtf8);

    /// <summary>The value.</summary>
    public BlittableValue Value { get; }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ReadOnlySpan<byte> Decode(ref readonly byte name, int length) => NameCodesKernel.Decode(MemoryMarshal.CreateReadOnlySpan(in name, length));

    private ReadOnlySpan<byte> Codes => MemoryMarshal.CreateReadOnlySpan(in _name, ~_length);

    /// <summary>Whether the name is this one, in UTF-8.</summary>
    public bool NameEquals(scoped ReadOnlySpan<byte> utf8Name) => _length < 0 ? NameCodesKernel.AreEqual(Codes, utf8Name) : NameUtf8.SequenceEqual(utf8Name);

    /// <summary>Copies the name as UTF-8.</summary>
    /// <param name="destination">At least as long as the name.</param>
    /// <param name="written">The bytes of the name, 0 on failure.</param>
    /// <returns>False where the destination is too short.</returns>
    public bool TryCopyNameUtf8(Span<byte> destination, out int written)
    {
        if (_length < 0)
        {
            return NameCodesKernel.TryDecode(Codes, destination, out written);
        }

        written = NameUtf8.TryCopyTo(destination) ? _length : 0;
        return written == _length;
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
