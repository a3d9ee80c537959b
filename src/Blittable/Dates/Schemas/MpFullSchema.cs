using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <summary><see cref="DateSchema.MpFull"/> as a type.</summary>
public readonly struct MpFullSchema : IDateSchema<MpFullSchema>
{
    /// <inheritdoc/>
    public static DateSchema Schema => DateSchema.MpFull;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Encode(in Timestamp value, Span<byte> destination, sbyte extensionType) =>
        BitConverter.IsLittleEndian && destination.Length >= DateCodec.MaxLength
            ? DateKernel.EncodeFull(value, ref MemoryMarshal.GetReference(destination), extensionType)
            : FieldsCodec.Encode(value, destination, extensionType, 0, hasDays: false, isCut: false);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateStatus Decode(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed)
    {
        if (BitConverter.IsLittleEndian && source.Length >= DateCodec.MaxLength
            && DateKernel.TryDecodeFull(ref MemoryMarshal.GetReference(source), extensionType, out value, out consumed))
        {
            return DateStatus.Ok;
        }

        var other = DateKernel.DecodeOther(source, extensionType, 0, isCut: false);
        value = other.Value;
        consumed = other.Consumed;
        return other.Status;
    }
}
