using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace Blittable.Layout;

/// <content>Documents that cannot be converted to JSON.</content>
internal static partial class ThrowHelper
{
    [DoesNotReturn]
    public static void NotJson(string found, long offset) =>
        throw new BlittableException(BlittableErrorCode.NotJson, $"JSON cannot represent {found}{At(offset)}.", offset);

    [DoesNotReturn]
    public static void ExpansionTooLarge(long limit) =>
        throw new BlittableException(
            BlittableErrorCode.ExpansionTooLarge, $"The JSON text exceeds the limit of {limit} bytes; raise MaxExpandedBytes if you trust the document.");

    [DoesNotReturn]
    public static void ObjectsTooLarge() =>
        throw new BlittableException(
            BlittableErrorCode.ExpansionTooLarge, "The objects would be far larger than the document, because it references the same values many times.");

    [DoesNotReturn]
    public static void TooManyValues(long offset) =>
        throw Invalid("a document without shared values, as declared in its trailer", "shared values", offset);

    /// <summary>Throws because an object has duplicate names.</summary>
    /// <param name="names">The concatenated names.</param>
    /// <param name="ends">The end of each name.</param>
    [DoesNotReturn]
    public static void DuplicateName(ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        var start = 0;
        var duplicate = "";
        foreach (var end in ends)
        {
            var name = Encoding.UTF8.GetString(names[start..end]);
            duplicate = seen.Add(name) ? duplicate : name;
            start = end;
        }

        throw new BlittableException(BlittableErrorCode.DuplicateName, $"An object has more than one property named '{duplicate}'.");
    }
}
