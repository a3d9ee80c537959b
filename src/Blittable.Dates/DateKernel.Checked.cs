using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <content>The entries for callers that have spans: the shapes of this kernel, where there is room for any of them.</content>
internal static partial class DateKernel
{
    /// <summary>Encodes a date at an offset, any; false for a shape or a place that is left to <see cref="FieldsCodec"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryEncodeAt<TSchema>(in Timestamp value, Span<byte> destination, int offset, sbyte type, out int length)
        where TSchema : struct, IDateSchema<TSchema>
    {
        length = 0;
        return HasRoom(offset, destination.Length)
            && (length = Encode<TSchema>(value, ref Unsafe.Add(ref MemoryMarshal.GetReference(destination), offset), type)) != 0;
    }

    /// <summary>Decodes the date at an offset, any; false where shape or place is left to <see cref="FieldsCodec"/>, which then sets the results.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryDecodeAt<TSchema>(ReadOnlySpan<byte> source, int offset, sbyte type, out Timestamp value, out int consumed)
        where TSchema : struct, IDateSchema<TSchema>
    {
        // Defaults would be a branch of their own in the callers' loops.
        Unsafe.SkipInit(out value);
        Unsafe.SkipInit(out consumed);
        return HasRoom(offset, source.Length)
            && TryDecode<TSchema>(ref Unsafe.Add(ref MemoryMarshal.GetReference(source), offset), type, out value, out consumed);
    }

    /// <summary>Determines whether <see cref="DateCodec.MaxLength"/> bytes follow an offset: one comparison also for a negative one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasRoom(int offset, int length) => (ulong)(uint)offset + DateCodec.MaxLength <= (uint)length;
}
