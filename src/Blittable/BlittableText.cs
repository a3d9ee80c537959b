using System.Numerics;
using System.Text;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable;

/// <summary>Represents a text that is prepared for comparison with many strings: as UTF-8, with a cache of its stored form.</summary>
/// <remarks>
/// Create one instance per text and keep it. Instances are thread-safe. An instance remembers the bytes of the last equal encoded string or date, so equal
/// bytes are not decoded again. Other strings are compared without the cache. Texts of more than 512 UTF-8 bytes are not cached.
/// </remarks>
public sealed class BlittableText : IEquatable<BlittableText>
{
    private readonly byte[] _utf8;
    private StoredForm? _form;
    private uint _replaced;

    /// <summary>Prepares a text.</summary>
    /// <param name="text">The unescaped text.</param>
    /// <exception cref="ArgumentException">The text contains a lone surrogate.</exception>
    public BlittableText(string text) => _utf8 = Utf8Text.Encode(text, nameof(text));

    /// <summary>Prepares a text.</summary>
    /// <param name="utf8Text">The unescaped text in UTF-8. It is copied.</param>
    public BlittableText(ReadOnlySpan<byte> utf8Text) => _utf8 = utf8Text.ToArray();

    /// <summary>Gets the text in UTF-8.</summary>
    public ReadOnlySpan<byte> Utf8 => _utf8;

    /// <inheritdoc/>
    public bool Equals(BlittableText? other) => other is not null && other.Utf8.SequenceEqual(_utf8);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as BlittableText);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = default(HashCode);
        hash.AddBytes(_utf8);
        return hash.ToHashCode();
    }

    /// <summary>Returns the text.</summary>
    public override string ToString() => Encoding.UTF8.GetString(_utf8);

    /// <summary>Gets the cached form, if any. A thread may see an old or a new form, but always a complete one.</summary>
    internal StoredForm? Form => _form;

    /// <summary>Caches the stored form of the text at an address where it was found.</summary>
    /// <remarks>
    /// If the form changes frequently, it is replaced ever more rarely, so the number of allocations is only logarithmic in the number of comparisons.
    /// </remarks>
    internal void Remember(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary)
    {
        if (_utf8.Length <= StoredForm.LongestText && StoredForm.IsFor(RawBytes.ReadTag(document, address))
            && (_form is null || BitOperations.IsPow2(++_replaced)) && StoredForm.TryRead(document, address, dictionary) is { } form)
        {
            Volatile.Write(ref _form, form);
        }
    }
}
