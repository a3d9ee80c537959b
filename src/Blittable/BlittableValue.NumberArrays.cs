using System.Diagnostics.CodeAnalysis;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable;

/// <content>All numbers of an array at once. Several times faster than an enumerator for number arrays in disk mode.</content>
public readonly ref partial struct BlittableValue
{
    /// <summary>Copies the numbers of an array as doubles, converted like <see cref="GetDouble"/>.</summary>
    /// <remarks>An element that is an array of numbers, as in a matrix or a list of points, contributes its numbers at its position.</remarks>
    /// <param name="destination">The destination, with one item for each number of the array and of its nested arrays.</param>
    /// <returns>The number of numbers copied.</returns>
    /// <exception cref="BlittableException">
    /// The value is not an array, an element is neither a number nor an array of numbers, or a number cannot be read (see <see cref="GetDouble"/>).
    /// </exception>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    public int CopyNumbers(Span<double> destination)
    {
        if (!TryCopyNumbers(destination, out var written))
        {
            ThrowNotCopied(static element => element.GetDouble());
        }

        return written;
    }

    /// <inheritdoc cref="CopyNumbers(Span{double})" path="/summary | /remarks"/>
    /// <param name="destination">The destination. On failure, some numbers may have been written.</param>
    /// <param name="written">The number of numbers copied, or 0 on failure.</param>
    /// <returns><see langword="false"/> if the destination is too short, the value is not an array, or an element is neither a number nor an array of numbers;
    /// otherwise, <see langword="true"/>.</returns>
    public bool TryCopyNumbers(Span<double> destination, out int written) => NumberArray.TryCopy<double, DoubleElements>(this, destination, out written);

    /// <summary>Copies the numbers of an array as integers, converted like <see cref="GetInt64"/>.</summary>
    /// <inheritdoc cref="CopyNumbers(Span{double})" path="/remarks | /param | /returns"/>
    /// <exception cref="BlittableException">
    /// The value is not an array, an element is neither a number nor an array of numbers, or a number cannot be read (see <see cref="GetInt64"/>).
    /// </exception>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    public int CopyNumbers(Span<long> destination)
    {
        if (!TryCopyNumbers(destination, out var written))
        {
            ThrowNotCopied(static element => element.GetInt64());
        }

        return written;
    }

    /// <inheritdoc cref="CopyNumbers(Span{long})" path="/summary | /remarks"/>
    /// <inheritdoc cref="TryCopyNumbers(Span{double}, out int)" path="/param"/>
    /// <returns><see langword="false"/> if <see cref="TryCopyNumbers(Span{double}, out int)"/> would return <see langword="false"/>, or a number is not an
    /// integer in the range of <see cref="long"/>; otherwise, <see langword="true"/>.</returns>
    public bool TryCopyNumbers(Span<long> destination, out int written) => NumberArray.TryCopy<long, Int64Elements>(this, destination, out written);

    /// <summary>Reads a number, or throws the exception of its getter.</summary>
    private delegate void NumberGetter(BlittableValue element);

    /// <summary>Throws the exception that explains why the numbers were not copied: the exception of a getter, or a destination that is too short.</summary>
    [DoesNotReturn]
    private void ThrowNotCopied(NumberGetter get)
    {
        var limit = StepLimit.Of(this);
        foreach (var element in EnumerateArray())
        {
            limit.Count();
            if (element.Kind != BlittableValueKind.Array)
            {
                get(element);
                continue;
            }

            foreach (var number in element.EnumerateArray())
            {
                limit.Count();
                get(number);
            }
        }

        ThrowHelper.DestinationTooShort("destination");
    }
}
