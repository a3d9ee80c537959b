using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <summary><see cref="DateSchema.TntEpochDate"/> as a type.</summary>
public readonly struct TntEpochDateSchema : IDateSchema<TntEpochDateSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.TntEpochDate;

    /// <inheritdoc/>
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType)
    {
        var length = destination.Length < DateCodec.MaxLength
            ? 0
            : DateKernel.Encode<TntEpochDateSchema>(value, ref MemoryMarshal.GetReference(destination), extensionType);
        return length != 0 ? length : FieldsCodec.Encode(value, destination, extensionType, DateEpoch.Tarantool, hasDays: true, isCut: true);
    }

    /// <inheritdoc/>
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed)
    {
        if (source.Length >= DateCodec.MaxLength
            && DateKernel.TryDecode<TntEpochDateSchema>(ref MemoryMarshal.GetReference(source), extensionType, out value, out consumed))
        {
            return DateStatus.Ok;
        }

        return FieldsCodec.Decode(source, extensionType, DateEpoch.Tarantool, hasDays: true, isCut: true).HandOut(out value, out consumed);
    }
}
