using System.Diagnostics.CodeAnalysis;

namespace Blittable.Layout;

/// <content>Missing, outdated and mismatched dictionaries.</content>
internal static partial class ThrowHelper
{
    [DoesNotReturn]
    public static void DictionaryMissing(int version) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryMissing,
            $"The document requires the dictionary that it was written with, in version {version} or later.");

    [DoesNotReturn]
    public static void DictionaryOutdated(int version, int known) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryOutdated,
            $"The document was written with version {version} of its dictionary; the provided dictionary has version {known}.");

    [DoesNotReturn]
    public static void DictionaryMismatch(int version) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryMismatch,
            $"The document was written with a different dictionary, or with a copy that diverged before version {version}.");

    [DoesNotReturn]
    public static void OtherDictionary(Guid expected, Guid found) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryMismatch,
            $"The changes belong to dictionary {found}, not to dictionary {expected}.");

    [DoesNotReturn]
    public static void DictionaryChangesMissing(int from, int known) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryOutdated,
            $"The changes start at version {from}, but the dictionary has version {known}.");

    [DoesNotReturn]
    public static void DictionaryTooLarge(int limit, long length) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryTooLarge,
            $"The changes of the dictionary would take {length} bytes; the limit is {limit}.");

    [DoesNotReturn]
    public static void DictionaryForked(int version) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryMismatch,
            $"The changes up to version {version} differ from the changes in the dictionary: two copies of the dictionary have diverged.");
}
