using System.Diagnostics.CodeAnalysis;

namespace Blittable.Format;

/// <content>Documents that cannot become JSON.</content>
internal static partial class ThrowHelper
{
    [DoesNotReturn]
    public static void NotJson(string found, long offset) =>
        throw new BlittableException(BlittableErrorCode.NotJson, $"Expected a value that JSON has a text for, found {found}{At(offset)}.", offset);

    [DoesNotReturn]
    public static void ExpansionTooLarge(long limit) =>
        throw new BlittableException(BlittableErrorCode.ExpansionTooLarge, $"Expected a rendering of at most {limit} bytes, found one that goes on.");

    [DoesNotReturn]
    public static void ObjectsTooLarge() =>
        throw new BlittableException(
            BlittableErrorCode.ExpansionTooLarge, "Expected objects in proportion to the bytes of the document, found values that refer to others again and again.");

    [DoesNotReturn]
    public static void TooManyValues(long offset) =>
        throw Invalid("a document that visits each of its values once", "one that shares values without saying so", offset);
}
