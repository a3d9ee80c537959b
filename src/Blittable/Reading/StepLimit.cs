using System.Runtime.CompilerServices;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>Limits how many values an operation looks at that goes through all that is below a value.</summary>
/// <remarks>
/// A document that shares values stands for more than its bytes: ten bytes can be an array of 2^28 elements. So every value that is looked at counts, and the
/// limit is that of renderings, where each value takes a byte at least.
/// </remarks>
internal struct StepLimit
{
    private readonly long _limit;
    private long _steps;

    private StepLimit(long limit) => _limit = limit;

    /// <summary>Gets the limit for a value's document.</summary>
    public static StepLimit Of(BlittableValue value) => new(ExpansionLimit.Of(null, value.Document.Length, value.Dictionary is not null));

    /// <summary>Gets the limit for two documents that are read together: that of the larger one.</summary>
    public static StepLimit Of(BlittableValue left, BlittableValue right) => new(Math.Max(Of(left)._limit, Of(right)._limit));

    /// <summary>Counts a value.</summary>
    /// <exception cref="BlittableException">It is one too many.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Count() => Count(1);

    /// <summary>Counts values.</summary>
    /// <inheritdoc cref="Count()" path="/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Count(int values)
    {
        _steps += values;
        if (_steps > _limit)
        {
            ThrowHelper.TooManySteps(_limit);
        }
    }
}
