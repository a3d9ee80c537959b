using System.Diagnostics.CodeAnalysis;

namespace Blittable.Layout;

/// <content>Versions and limits.</content>
internal static partial class ThrowHelper
{
    [DoesNotReturn]
    public static void UnsupportedVersion(byte flags, long offset) =>
        throw new BlittableException(
            BlittableErrorCode.UnsupportedVersion,
            $"The document has the flags 0x{flags:x2}{At(offset)}; this library supports format version {Trailer.Version} without reserved flags.",
            offset);

    [DoesNotReturn]
    public static void TooDeep(int maxDepth, long offset = -1) =>
        throw new BlittableException(
            BlittableErrorCode.TooDeep,
            $"Containers are nested more than {maxDepth} deep{At(offset)}.",
            offset);

    [DoesNotReturn]
    public static void ObjectsTooDeep(int depth, string path) =>
        throw new BlittableException(
            BlittableErrorCode.TooDeep,
            $"Objects are nested more than {depth} deep at {path}. Does an object contain itself?");

    [DoesNotReturn]
    public static void DocumentTooLarge(long limit) =>
        throw new BlittableException(
            BlittableErrorCode.DocumentTooLarge,
            $"The document would exceed the limit of {limit} bytes.");

    [DoesNotReturn]
    public static void InputTooLarge(long length, long limit) =>
        throw new BlittableException(
            BlittableErrorCode.InputTooLarge,
            $"The input has {length} bytes; the limit is {limit}.");
}
