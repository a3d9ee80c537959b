using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <summary><see cref="DateSchema.MpDate"/> as a type.</summary>
public readonly struct MpDateSchema : IDateSchema<MpDateSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.MpDate;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType) =>
        BitConverter.IsLittleEndian && destination.Length >= DateCodec.MaxLength
            ? DateKernel.EncodeDate(value, ref MemoryMarshal.GetReference(destination), extensionType, 0)
            : FieldsCodec.Encode(value, destination, extensionType, 0, hasDays: true, isCut: true);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed)
    {
        if (BitConverter.IsLittleEndian)
        {
            ref var start = ref MemoryMarshal.GetReference(source);
            if (source.Length >= sizeof(ulong) && DateKernel.TryDecodeDay(ref start, extensionType, 0, out value, out consumed))
            {
                return DateStatus.Ok;
            }

            if (source.Length >= DateCodec.MaxLength && DateKernel.TryDecodeDayAndSecond(ref start, extensionType, 0, out value, out consumed))
            {
                return DateStatus.Ok;
            }
        }

        var other = DateKernel.DecodeOtherDay(source, extensionType, 0);
        value = other.Value;
        consumed = other.Consumed;
        return other.Status;
    }
}
