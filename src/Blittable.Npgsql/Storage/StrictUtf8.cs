using System.Text;

namespace Blittable.Npgsql.Storage;

/// <summary>UTF-8 as Npgsql sends it: half of a surrogate pair is an error, where the encoding of .NET would send another character.</summary>
internal static class StrictUtf8
{
    /// <exception cref="EncoderFallbackException">Thrown by its methods for a text that has no UTF-8.</exception>
    public static UTF8Encoding Encoding { get; } = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
}
