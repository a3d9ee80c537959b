using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <summary><see cref="DateSchema.TntEpoch"/> as a type.</summary>
public readonly struct TntEpochSchema : IDateSchema<TntEpochSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.TntEpoch;

    /// <inheritdoc/>
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType)
    {
        var length = destination.Length < DateCodec.MaxLength
            ? 0
            : DateKernel.Encode<TntEpochSchema>(value, ref MemoryMarshal.GetReference(destination), extensionType);
        return length != 0 ? length : FieldsCodec.Encode(value, destination, extensionType, DateEpoch.Tarantool, hasDays: false, isCut: true);
    }

    /// <inheritdoc/>
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed)
    {
        if (source.Length >= DateCodec.MaxLength
            && DateKernel.TryDecode<TntEpochSchema>(ref MemoryMarshal.GetReference(source), extensionType, out value, out consumed))
        {
            return DateStatus.Ok;
        }

        return FieldsCodec.Decode(source, extensionType, DateEpoch.Tarantool, hasDays: false, isCut: true).HandOut(out value, out consumed);
    }
}
