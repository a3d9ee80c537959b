using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <summary><see cref="DateSchema.RawFull"/> as a type.</summary>
public readonly struct RawFullSchema : IDateSchema<RawFullSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.RawFull;

    /// <inheritdoc/>
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType)
    {
        var length = destination.Length < DateCodec.MaxLength
            ? 0
            : DateKernel.Encode<RawFullSchema>(value, ref MemoryMarshal.GetReference(destination), extensionType);
        return length != 0 ? length : RawCodec.EncodeRecord(value, destination, extensionType);
    }

    /// <inheritdoc/>
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed)
    {
        if (source.Length >= DateCodec.MaxLength
            && DateKernel.TryDecode<RawFullSchema>(ref MemoryMarshal.GetReference(source), extensionType, out value, out consumed))
        {
            return DateStatus.Ok;
        }

        return RawCodec.Decode(source, extensionType, isSecondsAllowed: false).HandOut(out value, out consumed);
    }
}
