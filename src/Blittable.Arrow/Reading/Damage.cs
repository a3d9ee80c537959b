using System.Text.RegularExpressions;

namespace Blittable.Arrow.Reading;

/// <summary>Converts exceptions that the Parquet and Arrow libraries throw for damaged data to <see cref="BlittableException"/>.</summary>
internal static partial class Damage
{
    /// <summary>Calls a read function and converts exceptions caused by damaged data.</summary>
    /// <remarks>
    /// The native reader does not define an exception type: for damaged pages, it throws a plain <see cref="Exception"/>. Both readers allocate memory before
    /// they compare a length with the file size. A damaged length can therefore cause an <see cref="OutOfMemoryException"/>.
    /// </remarks>
    /// <exception cref="BlittableException">The function failed for a reason other than an I/O error or cancellation.</exception>
    public static T Watch<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (Exception fault) when (IsOfRead(fault))
        {
            throw Of(fault);
        }
    }

    /// <summary>Determines whether an exception is caused by the data, not by an I/O error, cancellation or lack of memory.</summary>
    public static bool IsOfBytes(Exception fault) => fault is not (BlittableException or IOException or OperationCanceledException or OutOfMemoryException);

    /// <summary>Determines whether an exception of a read function is caused by the data. Damaged lengths can exceed the memory or the file.</summary>
    public static bool IsOfRead(Exception fault) => IsOfBytes(fault) || fault is OutOfMemoryException or EndOfStreamException;

    /// <summary>Creates the exception that reports damaged data.</summary>
    public static BlittableException Of(Exception fault) => new(BlittableErrorCode.InvalidData, $"The file cannot be read: {Reason(fault)}", innerException: fault);

    /// <summary>Returns the message of an exception without the class names that native code includes.</summary>
    public static string Reason(Exception fault)
    {
        var message = fault.Message;
        var wrapped = Wrapped().Match(message);
        message = wrapped.Success ? wrapped.Groups["text"].Value : message;

        // The message about elements that a null list must not have, which DuckDB writes for null arrays.
        return message.Contains("Length spanned by list offsets", StringComparison.Ordinal)
            ? "null lists have elements, which Parquet does not allow; if the lists are DuckDB arrays, such as FLOAT[3], cast them to lists (FLOAT[]) before the export"
            : Spaces().Replace(NativeName().Replace(message, ""), " ").Trim().TrimEnd('.');
    }

    [GeneratedRegex(@"\(message: '(?<text>.*)'\)\s*$", RegexOptions.Singleline)]
    private static partial Regex Wrapped();

    /// <summary>Matches qualified C++ names with an optional preceding keyword, and the source location at the end of a status.</summary>
    [GeneratedRegex(@"(\b(class|struct)\s+)?\b\w+(::~?\w+(<[^>]*>)?(\(\))?)+:?|\S*\.(cc|h):\d+\s*:?")]
    private static partial Regex NativeName();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
