using System.Diagnostics.CodeAnalysis;

namespace Blittable.Layout;

/// <summary>Every throw of the library, so that hot methods hold a call instead of an allocation and a message is worded once.</summary>
/// <remarks>Each method has a <c>throw</c> of its own: if it called another one, the compiler would not know that it never returns, and callers would
/// keep registers for what comes after.</remarks>
internal static partial class ThrowHelper
{
    [DoesNotReturn]
    public static void Throw(BlittableErrorCode code, string message, long offset = -1) =>
        throw new BlittableException(code, message, offset);

    /// <summary>Bytes that contradict the format: what was expected at an offset, and what stands there.</summary>
    [DoesNotReturn]
    public static void InvalidData(string expected, string found, long offset = -1) =>
        throw Invalid(expected, found, offset);

    /// <summary>A number that is not within the bounds which the directory of its column gives.</summary>
    [DoesNotReturn]
    public static void NumberOutOfBounds(long number, long least, long greatest) =>
        throw Invalid($"a number from {least} to {greatest}", $"{number}", -1);

    [DoesNotReturn]
    public static void DestinationTooShort(string parameter) =>
        throw new ArgumentException("The destination is too short.", parameter);

    /// <summary>An output that breaks the contract of its interface: what would be written never found room.</summary>
    [DoesNotReturn]
    public static void BufferTooShort(string parameter, int expected, int found) =>
        throw new ArgumentException($"The writer returned a buffer of {found} bytes; at least {expected} bytes were requested.", parameter);

    private static BlittableException Invalid(string expected, string found, long offset) =>
        new(BlittableErrorCode.InvalidData, $"Expected {expected}, found {found}{At(offset)}.", offset);

    private static string At(long offset) => offset < 0 ? "" : $" at byte {offset}";
}
