using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <summary><see cref="DateSchema.MpNonZero"/> as a type.</summary>
public readonly struct MpNonZeroSchema : IDateSchema<MpNonZeroSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.MpNonZero;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType) =>
        BitConverter.IsLittleEndian && destination.Length >= DateCodec.MaxLength
            ? DateKernel.EncodeNonZero(value, ref MemoryMarshal.GetReference(destination), extensionType, 0)
            : FieldsCodec.Encode(value, destination, extensionType, 0, hasDays: false, isCut: true);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed)
    {
        if (BitConverter.IsLittleEndian)
        {
            ref var start = ref MemoryMarshal.GetReference(source);
            if (source.Length >= sizeof(ulong) && DateKernel.TryDecodeSeconds(ref start, extensionType, 0, out value, out consumed))
            {
                return DateStatus.Ok;
            }

            if (source.Length >= DateCodec.MaxLength && DateKernel.TryDecodeAllFields(ref start, extensionType, 0, out value, out consumed))
            {
                return DateStatus.Ok;
            }
        }

        var other = DateKernel.DecodeOther(source, extensionType, 0, isCut: true);
        value = other.Value;
        consumed = other.Consumed;
        return other.Status;
    }
}
