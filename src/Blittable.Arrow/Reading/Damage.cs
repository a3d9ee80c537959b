using System.Text.RegularExpressions;

namespace Blittable.Arrow.Reading;

/// <summary>Turns what Parquet's and Arrow's own code says of damaged bytes into a <see cref="BlittableException"/>.</summary>
internal static partial class Damage
{
    /// <summary>Does a piece of reading.</summary>
    /// <remarks>
    /// The native reader has no type of its own for its errors: damaged pages are a plain <see cref="Exception"/>. Both readers allocate memory for lengths before they
    /// compare them with the file, so a damaged length can ask for more than there is.
    /// </remarks>
    /// <exception cref="BlittableException">It failed for another reason than the medium or a stop.</exception>
    public static T Watch<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (Exception fault) when (IsOfBytes(fault) || fault is OutOfMemoryException or EndOfStreamException)
        {
            throw Of(fault);
        }
    }

    /// <summary>Determines whether an exception comes from the bytes, not from the medium or a stop.</summary>
    public static bool IsOfBytes(Exception fault) => fault is not (BlittableException or IOException or OperationCanceledException or OutOfMemoryException);

    /// <summary>The exception for a fault of the bytes.</summary>
    public static BlittableException Of(Exception fault) => new(BlittableErrorCode.InvalidData, $"The file cannot be read: {Reason(fault)}", innerException: fault);

    /// <summary>Returns what an exception says, without the class names that native code puts into its messages.</summary>
    public static string Reason(Exception fault)
    {
        var message = fault.Message;
        var wrapped = Wrapped().Match(message);
        message = wrapped.Success ? wrapped.Groups["text"].Value : message;
        return Spaces().Replace(NativeName().Replace(message, ""), " ").Trim().TrimEnd('.');
    }

    [GeneratedRegex(@"\(message: '(?<text>.*)'\)\s*$", RegexOptions.Singleline)]
    private static partial Regex Wrapped();

    /// <summary>Names with <c>::</c>, the keyword before them, and the source line that a status ends with.</summary>
    [GeneratedRegex(@"(\b(class|struct)\s+)?\b\w+(::~?\w+(<[^>]*>)?(\(\))?)+:?|\S*\.(cc|h):\d+\s*:?")]
    private static partial Regex NativeName();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
