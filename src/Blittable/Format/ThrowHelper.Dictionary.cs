using System.Diagnostics.CodeAnalysis;

namespace Blittable.Format;

/// <content>Dictionaries: missing, outdated, of another origin.</content>
internal static partial class ThrowHelper
{
    [DoesNotReturn]
    public static void DictionaryMissing(int version) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryMissing,
            $"Expected the dictionary that the document was written with, of version {version} or later, found none.");

    [DoesNotReturn]
    public static void DictionaryOutdated(int version, int known) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryOutdated,
            $"Expected a dictionary of version {version} or later, as the document was written with it; found version {known}.");

    [DoesNotReturn]
    public static void DictionaryMismatch(int version) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryMismatch,
            $"Expected the dictionary that the document was written with at version {version}, found another one, or a copy that grew apart from it.");

    [DoesNotReturn]
    public static void OtherDictionary(Guid expected, Guid found) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryMismatch,
            $"Expected changes of dictionary {expected}, found changes of dictionary {found}.");

    [DoesNotReturn]
    public static void DictionaryChangesMissing(int from, int known) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryOutdated,
            $"Expected changes that go on from version {known} or before, found changes from version {from} on.");

    [DoesNotReturn]
    public static void DictionaryTooLarge(int limit, long length) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryTooLarge,
            $"Expected a dictionary whose changes take at most {limit} bytes, found one that would take {length}.");

    [DoesNotReturn]
    public static void DictionaryForked(int version) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryMismatch,
            $"Expected changes of the same history, found other ones up to version {version}: two copies of the dictionary grew apart.");
}
