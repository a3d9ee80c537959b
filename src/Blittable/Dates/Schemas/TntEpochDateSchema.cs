using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <summary><see cref="DateSchema.TntEpochDate"/> as a type.</summary>
public readonly struct TntEpochDateSchema : IDateSchema<TntEpochDateSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.TntEpochDate;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType) =>
        BitConverter.IsLittleEndian && destination.Length >= DateCodec.MaxLength
            ? DateKernel.EncodeDate(value, ref MemoryMarshal.GetReference(destination), extensionType, DateEpoch.Tarantool)
            : FieldsCodec.Encode(value, destination, extensionType, DateEpoch.Tarantool, hasDays: true, isCut: true);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed)
    {
        if (BitConverter.IsLittleEndian)
        {
            ref var start = ref MemoryMarshal.GetReference(source);
            if (source.Length >= sizeof(ulong) && DateKernel.TryDecodeDay(ref start, extensionType, DateEpoch.Tarantool, out value, out consumed))
            {
                return DateStatus.Ok;
            }

            if (source.Length >= DateCodec.MaxLength && DateKernel.TryDecodeDayAndSecond(ref start, extensionType, DateEpoch.Tarantool, out value, out consumed))
            {
                return DateStatus.Ok;
            }
        }

        var other = DateKernel.DecodeOtherDay(source, extensionType, DateEpoch.Tarantool);
        value = other.Value;
        consumed = other.Consumed;
        return other.Status;
    }
}
