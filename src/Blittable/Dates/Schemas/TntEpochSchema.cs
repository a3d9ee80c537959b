using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <summary><see cref="DateSchema.TntEpoch"/> as a type.</summary>
public readonly struct TntEpochSchema : IDateSchema<TntEpochSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.TntEpoch;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType) =>
        BitConverter.IsLittleEndian && destination.Length >= DateCodec.MaxLength
            ? DateKernel.EncodeNonZero(value, ref MemoryMarshal.GetReference(destination), extensionType, DateEpoch.Tarantool)
            : FieldsCodec.Encode(value, destination, extensionType, DateEpoch.Tarantool, hasDays: false, isCut: true);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed)
    {
        if (BitConverter.IsLittleEndian)
        {
            ref var start = ref MemoryMarshal.GetReference(source);
            if (source.Length >= sizeof(ulong) && DateKernel.TryDecodeSeconds(ref start, extensionType, DateEpoch.Tarantool, out value, out consumed))
            {
                return DateStatus.Ok;
            }

            if (source.Length >= DateCodec.MaxLength && DateKernel.TryDecodeAllFields(ref start, extensionType, DateEpoch.Tarantool, out value, out consumed))
            {
                return DateStatus.Ok;
            }
        }

        var other = DateKernel.DecodeOther(source, extensionType, DateEpoch.Tarantool, isCut: true);
        value = other.Value;
        consumed = other.Consumed;
        return other.Status;
    }
}
