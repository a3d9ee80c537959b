using System.Diagnostics.CodeAnalysis;

namespace Blittable.Layout;

/// <summary>Throws the exceptions of the library. Hot methods contain only a call, and each message is defined once.</summary>
/// <remarks>Each method has its own <c>throw</c>. If it called another method, the compiler would not know that it never returns, and callers would
/// preserve registers for the code after the call.</remarks>
internal static partial class ThrowHelper
{
    [DoesNotReturn]
    public static void Throw(BlittableErrorCode code, string message, long offset = -1) =>
        throw new BlittableException(code, message, offset);

    /// <summary>Throws because bytes contradict the format. The message specifies the expected and the found data at an offset.</summary>
    [DoesNotReturn]
    public static void InvalidData(string expected, string found, long offset = -1) =>
        throw Invalid(expected, found, offset);

    /// <summary>Throws because a number is outside the bounds in the directory of its column.</summary>
    [DoesNotReturn]
    public static void NumberOutOfBounds(long number, long least, long greatest) =>
        throw Invalid($"a number from {least} to {greatest}", $"{number}", -1);

    [DoesNotReturn]
    public static void DestinationTooShort(string parameter) =>
        throw new ArgumentException("The destination is too short.", parameter);

    /// <summary>Throws because an output breaks the contract of its interface: it returned a smaller buffer than requested, so the bytes never fit.</summary>
    [DoesNotReturn]
    public static void BufferTooShort(string parameter, int expected, int found) =>
        throw new ArgumentException($"The writer returned a buffer of {found} bytes; at least {expected} bytes were requested.", parameter);

    private static BlittableException Invalid(string expected, string found, long offset) =>
        new(BlittableErrorCode.InvalidData, $"Expected {expected}, found {found}{At(offset)}.", offset);

    private static string At(long offset) => offset < 0 ? "" : $" at byte {offset}";
}
