using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Represents the expansion limit of a document that consists of values of several documents.</summary>
/// <remarks>
/// If no value has a limit, the document has none. Otherwise, its limit is proportional to the bytes and texts that were received, and not larger than the
/// smallest limit that a caller has set: the limit of a trusted value does not extend to other values. Any document has at least the default limit for its size.
/// </remarks>
internal struct MixedLimit
{
    private long _explicit;
    private long _default;
    private bool _isLimited;

    /// <summary>Gets the limit of a document without values.</summary>
    public static MixedLimit None => new() { _explicit = ExpansionLimit.None };

    /// <summary>Includes a value.</summary>
    public void Add(scoped BlittableValue value)
    {
        var text = (long)value.Document.Length;
        if (value.MaxExpandedBytes is { } limit)
        {
            text = Math.Max(text, Math.Min(limit, Trailer.Read(value.Document).MaxValues));
            _explicit = Math.Min(_explicit, limit);
        }

        AddDefault(text, value.Dictionary is { IsDictionary: true });
        _isLimited |= value.MaxExpandedBytes != ExpansionLimit.None;
    }

    /// <summary>Includes copies of values that are already included.</summary>
    public void AddCopies() => _isLimited = true;

    /// <summary>Returns the limit of the document.</summary>
    /// <param name="length">The size of the document in bytes.</param>
    /// <param name="hasDictionary"><see langword="true"/> if the document has a dictionary.</param>
    public readonly long Of(int length, bool hasDictionary) =>
        _isLimited ? Math.Max(Math.Min(_explicit, _default), ExpansionLimit.Default(length, hasDictionary)) : ExpansionLimit.None;

    private void AddDefault(long text, bool hasDictionary)
    {
        var limit = ExpansionLimit.Default(text, hasDictionary);
        _default = Math.Min(_default, ExpansionLimit.None - limit) + limit;
    }
}
