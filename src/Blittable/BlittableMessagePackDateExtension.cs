using Blittable.Dates;
using Blittable.Wire;

namespace Blittable;

/// <summary>Converts dates to and from the payload of a MessagePack extension type.</summary>
/// <remarks>
/// The built-in format is <see cref="RawFull"/>; the package Blittable.Dates has others. Implementations must be immutable, because all threads use them.
/// Instances that read and write in the same way should be equal, like records.
/// </remarks>
/// <param name="Type">The extension type, from -128 to 127.</param>
public abstract record BlittableMessagePackDateExtension(sbyte Type)
{
    /// <summary>The default extension type, 3.</summary>
    public const sbyte DefaultType = 3;

    /// <summary>The maximum payload length, 32 bytes.</summary>
    public const int MaxLength = 32;

    /// <summary>Creates the converter for the 16-byte record that memory mode stores: int64 seconds since 1970, uint32 nanoseconds, int16 minutes of offset,
    /// uint16 zone.</summary>
    /// <param name="type">The extension type.</param>
    public static BlittableMessagePackDateExtension RawFull(sbyte type = DefaultType) => new RawFullExtension(type);

    /// <summary>Writes the payload of a date.</summary>
    /// <param name="value">The date.</param>
    /// <param name="payload">Receives the payload. Its length is at least <see cref="MaxLength"/>.</param>
    /// <returns>The number of bytes written, from 0 to <see cref="MaxLength"/>.</returns>
    public abstract int Encode(in Timestamp value, Span<byte> payload);

    /// <summary>Reads a date from a payload. Implementations must not throw for any payload.</summary>
    /// <param name="payload">The complete payload.</param>
    /// <param name="value">The date.</param>
    /// <returns><see langword="true"/> if the payload is a date in this format; <see langword="false"/> to store the extension unchanged.</returns>
    public abstract bool TryDecode(ReadOnlySpan<byte> payload, out Timestamp value);
}
