using Blittable.Dates;
using Blittable.Wire;

namespace Blittable;

/// <summary>Converts dates to the payload of a MessagePack extension of one type, and back.</summary>
/// <remarks>
/// The built-in format is <see cref="RawFull"/>; the package Blittable.Dates has others. An implementation must be immutable: any thread may
/// use it. Two that read and write alike should be equal, as records are.
/// </remarks>
/// <param name="Type">The type of the extension, -128 to 127.</param>
public abstract record BlittableMessagePackDateExtension(sbyte Type)
{
    /// <summary>The type of the extension unless another is given: 3.</summary>
    public const sbyte DefaultType = 3;

    /// <summary>The longest payload in bytes: 32.</summary>
    public const int MaxLength = 32;

    /// <summary>The record of 16 bytes, as memory mode stores it: int64 seconds since 1970, uint32 nanoseconds, int16 minutes of offset, uint16 zone.</summary>
    /// <param name="type">The type of the extension.</param>
    public static BlittableMessagePackDateExtension RawFull(sbyte type = DefaultType) => new RawFullExtension(type);

    /// <summary>Writes the payload of a date.</summary>
    /// <param name="value">The date.</param>
    /// <param name="payload">Takes the bytes; it has room for <see cref="MaxLength"/>.</param>
    /// <returns>The bytes written, 0 to <see cref="MaxLength"/>.</returns>
    public abstract int Encode(in Timestamp value, Span<byte> payload);

    /// <summary>Reads the date of a payload. It must not throw, whatever the bytes are.</summary>
    /// <param name="payload">The whole payload.</param>
    /// <param name="value">The date.</param>
    /// <returns>False where the payload is not a date of this format; the extension is then kept as it is.</returns>
    public abstract bool TryDecode(ReadOnlySpan<byte> payload, out Timestamp value);
}
