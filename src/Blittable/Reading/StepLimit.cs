using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>The budget of one operation that goes through all values below another: how many steps it may still take.</summary>
/// <remarks>
/// A document that shares values represents more than its bytes: ten bytes can be an array of 2^28 elements. Operations remember what they have seen, so that
/// their steps are in proportion to the bytes; a step is a value, or a few bytes of text. The limit is that of renderings, where each value takes a byte at
/// least. An operation passes its budget down to everything that it calls, so that budgets do not multiply.
/// </remarks>
internal struct StepLimit
{
    /// <summary>Bytes of text that cost as much as a value, as a power of two.</summary>
    private const int TextShift = 4;

    private readonly long _limit;
    private long _left;

    private StepLimit(long limit) => _left = _limit = limit;

    /// <summary>Gets the limit for a value's document.</summary>
    /// <param name="value">The value.</param>
    /// <param name="asked">The limit of this call; null for that of the value.</param>
    public static StepLimit Of(BlittableValue value, long? asked = null) => new(Limit(value, asked));

    /// <summary>Gets the limit for two documents that are read together: that of the larger one.</summary>
    public static StepLimit Of(BlittableValue left, BlittableValue right) => new(Math.Max(Limit(left), Limit(right)));

    /// <summary>Gets the budget of a query or a patch: in proportion to the document and the patch, because a few characters can look through a document again and
    /// again, or double it.</summary>
    /// <param name="document">The document. Where its caller set no limit, its text counts instead of its bytes.</param>
    /// <param name="patch">The patch; a default value for none.</param>
    public static StepLimit OfWork(BlittableValue document, BlittableValue patch = default)
    {
        if (document.MaxExpandedBytes is { } limit and not ExpansionLimit.None)
        {
            return new(limit);
        }

        var length = document.MaxExpandedBytes is null ? document.Document.Length : Math.Max(document.Document.Length, Trailer.Read(document.Document).MaxValues);
        return new(ExpansionLimit.Default(Math.Min(length, long.MaxValue >> 1) + patch.Document.Length, document.Dictionary is { IsDictionary: true }));
    }

    private static long Limit(BlittableValue value, long? asked = null) => ExpansionLimit.Of(value.Document.Length, value.Dictionary, asked);

    /// <summary>The steps so far.</summary>
    public readonly long Steps => _limit - _left;

    /// <summary>Counts a value.</summary>
    /// <exception cref="BlittableException">It is one too many.</exception>
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

    /// <summary>Counts bytes of text that are read.</summary>
    /// <inheritdoc cref="Count()" path="/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void CountText(long bytes) => Count(bytes >> TextShift);
}
