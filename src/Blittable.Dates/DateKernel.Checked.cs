using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <content>Encodes and decodes in spans that have room for any shape of this kernel.</content>
internal static partial class DateKernel
{
    /// <summary>Encodes a date at any offset. Returns false for a shape or position that <see cref="FieldsCodec"/> must handle.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryEncodeAt<TSchema>(in Timestamp value, Span<byte> destination, int offset, sbyte type, out int length)
        where TSchema : struct, IDateSchema<TSchema>
    {
        length = 0;
        return HasRoom(offset, destination.Length)
            && (length = Encode<TSchema>(value, ref Unsafe.Add(ref MemoryMarshal.GetReference(destination), offset), type)) != 0;
    }

    /// <summary>Decodes the date at any offset. Returns false for a shape or position that <see cref="FieldsCodec"/> must handle; it then sets the
    /// results.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryDecodeAt<TSchema>(ReadOnlySpan<byte> source, int offset, sbyte type, out Timestamp value, out int consumed)
        where TSchema : struct, IDateSchema<TSchema>
    {
        // Initializing the results would add a branch to the callers' loops.
        Unsafe.SkipInit(out value);
        Unsafe.SkipInit(out consumed);
        return HasRoom(offset, source.Length)
            && TryDecode<TSchema>(ref Unsafe.Add(ref MemoryMarshal.GetReference(source), offset), type, out value, out consumed);
    }

    /// <summary>Determines whether <see cref="DateCodec.MaxLength"/> bytes follow an offset. The single comparison also rejects negative offsets.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasRoom(int offset, int length) => (ulong)(uint)offset + DateCodec.MaxLength <= (uint)length;
}
