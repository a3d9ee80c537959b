using System.Diagnostics.CodeAnalysis;
using System.Text;
using Blittable.Layout;

namespace Blittable.Writing;

/// <summary>Converts .NET strings to UTF-8.</summary>
internal static class Utf16
{
    private static readonly UTF8Encoding Strict = new(false, throwOnInvalidBytes: true);

    /// <exception cref="BlittableException">The text contains an unpaired surrogate.</exception>
    public static byte[] ToUtf8(string text)
    {
        try
        {
            return Strict.GetBytes(text);
        }
        catch (EncoderFallbackException fault)
        {
            ThrowHalfPair(fault.Index);
            return [];
        }
    }

    [DoesNotReturn]
    public static void ThrowHalfPair(int index) =>
        ThrowHelper.Throw(BlittableErrorCode.InvalidUtf8, $"The surrogate at character {index} is unpaired.", index);
}
