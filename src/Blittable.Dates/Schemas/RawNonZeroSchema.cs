using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <summary><see cref="DateSchema.RawNonZero"/> as a type.</summary>
public readonly struct RawNonZeroSchema : IDateSchema<RawNonZeroSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.RawNonZero;

    /// <inheritdoc/>
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType)
    {
        var length = destination.Length < DateCodec.MaxLength
            ? 0
            : DateKernel.Encode<RawNonZeroSchema>(value, ref MemoryMarshal.GetReference(destination), extensionType);
        if (length != 0)
        {
            return length;
        }

        return value.IsSecondsOnly
            ? RawCodec.EncodeSeconds(value, destination, extensionType)
            : RawCodec.EncodeRecord(value, destination, extensionType);
    }

    /// <inheritdoc/>
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed)
    {
        if (source.Length >= DateCodec.MaxLength
            && DateKernel.TryDecode<RawNonZeroSchema>(ref MemoryMarshal.GetReference(source), extensionType, out value, out consumed))
        {
            return DateStatus.Ok;
        }

        return RawCodec.Decode(source, extensionType, isSecondsAllowed: true).HandOut(out value, out consumed);
    }
}
