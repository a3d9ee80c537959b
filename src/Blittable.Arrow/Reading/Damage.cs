namespace Blittable.Arrow.Reading;

/// <summary>Turns what Parquet's and Arrow's own code says of damaged bytes into a <see cref="BlittableException"/>.</summary>
internal static class Damage
{
    /// <summary>Does a piece of reading.</summary>
    /// <remarks>The native reader has no type of its own for its errors: damaged pages are a plain <see cref="Exception"/>.</remarks>
    /// <exception cref="BlittableException">It failed for another reason than the medium or a stop.</exception>
    public static T Watch<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (Exception fault) when (fault is not (BlittableException or IOException or OperationCanceledException))
        {
            throw Of(fault);
        }
    }

    /// <summary>The exception for a fault of the bytes.</summary>
    public static BlittableException Of(Exception fault) => new(BlittableErrorCode.InvalidData, $"Expected a sound Parquet file: {fault.Message}", innerException: fault);
}
