using System.Numerics;
using System.Text;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable;

/// <summary>Prepares a text for comparison with many strings: as UTF-8, with a cache of its stored forms.</summary>
/// <remarks>
/// Make one per text and keep it; any number of threads may share it. It remembers the bytes of the last encoded string, or date, that was found equal:
/// equal bytes are not decoded again. Other strings are compared as without it. Texts of more than 512 bytes of UTF-8 are
/// not remembered.
/// </remarks>
public sealed class BlittableText : IEquatable<BlittableText>
{
    private readonly byte[] _utf8;
    private StoredForm? _form;
    private uint _replaced;

    /// <summary>Prepares a text.</summary>
    /// <param name="text">The text, unescaped.</param>
    /// <exception cref="ArgumentException">The text holds a lone surrogate.</exception>
    public BlittableText(string text) => _utf8 = Utf8Text.Encode(text, nameof(text));

    /// <summary>Prepares a text.</summary>
    /// <param name="utf8Text">The text in UTF-8, unescaped. It is copied.</param>
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

    /// <summary>The cached forms, if any. Whichever form a thread sees, old or new, it is whole.</summary>
    internal StoredForm? Form => _form;

    /// <summary>Remembers how the text is stored at an address where it was found.</summary>
    /// <remarks>
    /// Where forms change all the time, they are replaced ever more rarely, so that comparisons allocate only as often as the logarithm of their number.
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
