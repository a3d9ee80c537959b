using System.Diagnostics.CodeAnalysis;

namespace Blittable.Format;

internal static partial class ThrowHelper
{
    [DoesNotReturn]
    public static void UnsupportedVersion(byte flags, long offset) =>
        throw new BlittableException(
            BlittableErrorCode.UnsupportedVersion,
            $"Expected a document of format version {Trailer.Version} without reserved flags, found flags 0x{flags:x2}{At(offset)}.",
            offset);

    [DoesNotReturn]
    public static void DictionaryMismatch(int version, int known) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryMismatch,
            version > known
                ? $"Expected a dictionary of version {version} or later, found version {known}."
                : $"Expected the dictionary that the document was written with at version {version}, found another one.");

    [DoesNotReturn]
    public static void DictionaryMissing(int version) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryMissing,
            $"Expected the dictionary that the document was written with, of version {version} or later; none was given.");
}
