using System.Diagnostics.CodeAnalysis;

namespace Blittable.Format;

/// <content>Versions and limits.</content>
internal static partial class ThrowHelper
{
    [DoesNotReturn]
    public static void UnsupportedVersion(byte flags, long offset) =>
        throw new BlittableException(
            BlittableErrorCode.UnsupportedVersion,
            $"Expected a document of format version {Trailer.Version} without reserved flags, found flags 0x{flags:x2}{At(offset)}.",
            offset);

    [DoesNotReturn]
    public static void TooDeep(int maxDepth, long offset = -1) =>
        throw new BlittableException(
            BlittableErrorCode.TooDeep,
            $"Expected containers nested at most {maxDepth} deep, found one more{At(offset)}.",
            offset);

    [DoesNotReturn]
    public static void ObjectsTooDeep(int depth, string path) =>
        throw new BlittableException(
            BlittableErrorCode.TooDeep,
            $"Expected objects nested at most {depth} deep, found more at {path}: does an object contain itself?");

    [DoesNotReturn]
    public static void DocumentTooLarge(long limit) =>
        throw new BlittableException(
            BlittableErrorCode.DocumentTooLarge,
            $"Expected a document of at most {limit} bytes, found values that need more.");

    [DoesNotReturn]
    public static void InputTooLarge(long length, long limit) =>
        throw new BlittableException(
            BlittableErrorCode.InputTooLarge,
            $"Expected an input of at most {limit} bytes, found {length}.");
}
