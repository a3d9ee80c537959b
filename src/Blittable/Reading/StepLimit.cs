using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Represents the budget of an operation that visits all descendants of a value: the number of remaining steps.</summary>
/// <remarks>
/// A document that shares values represents more than its bytes: ten bytes can be an array of 2^28 elements. Operations remember the values they have seen,
/// so their steps are proportional to the bytes. A step is a value, or a few bytes of text. The limit equals the limit for JSON text, in which each value has
/// at least one byte. An operation passes its budget to all operations that it calls, so budgets do not multiply.
/// </remarks>
internal struct StepLimit
{
    /// <summary>The base-2 logarithm of the number of text bytes that cost as much as a value.</summary>
    private const int TextShift = 4;

    private readonly long _limit;
    private long _left;

    private StepLimit(long limit) => _left = _limit = limit;

    /// <summary>Creates a budget for a value's document.</summary>
    /// <param name="value">The value.</param>
    /// <param name="asked">The limit of the call, or null for the limit of the value.</param>
    public static StepLimit Of(BlittableValue value, long? asked = null) => new(Limit(value, asked));

    /// <summary>Creates a budget for a document.</summary>
    /// <param name="length">The size of the document in bytes.</param>
    /// <param name="dictionary">The dictionary of its values, which stores their limit.</param>
    public static StepLimit Of(int length, DictionarySnapshot? dictionary) => new(ExpansionLimit.Of(length, dictionary));

    /// <summary>Creates a budget for two documents that are read together: the larger of their budgets.</summary>
    public static StepLimit Of(BlittableValue left, BlittableValue right) => new(Math.Max(Limit(left), Limit(right)));

    /// <summary>Creates a budget for a query or a patch. It is proportional to the document and the patch, because a few characters can search or double a
    /// document repeatedly.</summary>
    /// <param name="document">The document. If a caller has set its limit, the size of its text counts instead of its bytes, up to the limit.</param>
    /// <param name="patch">The patch, or the default value.</param>
    public static StepLimit OfWork(BlittableValue document, BlittableValue patch = default)
    {
        var isDefault = document.MaxExpandedBytes is null;
        var length = isDefault ? document.Document.Length : Math.Max(document.Document.Length, Trailer.Read(document.Document).MaxValues);
        var limit = ExpansionLimit.Default(Math.Min(length, long.MaxValue >> 1) + patch.Document.Length, document.Dictionary is { IsDictionary: true });

        // The values of a patch were received in full, so the limit of the document does not apply to them.
        return new(isDefault ? limit : Math.Min(limit, Sum(document.MaxExpandedBytes!.Value, patch.Document.Length)));
    }

    /// <summary>Creates a budget for an edit that takes a value from another document: the budget of the document, and the text of the other.</summary>
    /// <param name="document">The document.</param>
    /// <param name="given">The value, or the default value.</param>
    public static StepLimit OfEdit(BlittableValue document, BlittableValue given) => new(Sum(Limit(document), given.Document.IsEmpty ? 0 : TextOf(given)));

    /// <summary>Returns the maximum number of values of a document, or of bytes of its text, up to its limit.</summary>
    private static long TextOf(BlittableValue value) =>
        Math.Max(value.Document.Length, Math.Min(Limit(value), Trailer.Read(value.Document).MaxValues));

    private static long Sum(long left, long right) => Math.Min(left, long.MaxValue - right) + right;

    private static long Limit(BlittableValue value, long? asked = null) => ExpansionLimit.Of(value.Document.Length, value.Dictionary, asked);

    /// <summary>Counts a value.</summary>
    /// <exception cref="BlittableException">The limit is exceeded.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Count() => Count(1);

    /// <summary>Counts values.</summary>
    /// <inheritdoc cref="Count()" path="/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Count(long values)
    {
        _left -= values;
        if (_left < 0)
        {
            ThrowHelper.TooManySteps(_limit);
        }
    }

    /// <summary>Counts values, unless the limit would be exceeded.</summary>
    /// <returns><see langword="false"/> if the values were not counted.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryCount(long values)
    {
        var left = _left - values;
        if (left < 0)
        {
            return false;
        }

        _left = left;
        return true;
    }

    /// <summary>Reverses the count of values that are not visited after all.</summary>
    public void Return(long values) => _left += values;

    /// <summary>Counts bytes of text.</summary>
    /// <inheritdoc cref="Count()" path="/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void CountText(long bytes) => Count(bytes >> TextShift);
}

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
