using System.Text;

namespace Blittable.Npgsql.Storage;

/// <summary>Provides the UTF-8 encoding that Npgsql uses. It rejects a lone surrogate, which the default encoding of .NET would replace.</summary>
internal static class StrictUtf8
{
    /// <exception cref="EncoderFallbackException">Thrown by the methods of the encoding for a string with a lone surrogate.</exception>
    public static UTF8Encoding Encoding { get; } = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
}
