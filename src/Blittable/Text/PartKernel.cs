using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Text;

/// <summary>Loads texts that are shorter than a vector, padded with zeros. Nothing after the text is read.</summary>
/// <remarks>Uses masked loads if available, otherwise overlapping words. A copy through memory would be slower, because a vector load from bytes just stored
/// has to wait for the stores.</remarks>
internal static unsafe class PartKernel
{
    /// <summary>Gets shuffle indexes. Indexes loaded from position n move a vector down by n bytes.</summary>
    private static ReadOnlySpan<byte> Moves =>
    [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
    ];

    /// <summary>Moves a vector down, and fills it with zeros.</summary>
    /// <param name="vector">The vector.</param>
    /// <param name="count">The number of bytes, at most 16.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> MoveDown(Vector128<byte> vector, int count)
    {
        Debug.Assert(count >= 0 && count <= Vector128<byte>.Count, "The indexes must be within one vector and an equal number of zeros.");
        return Vector128.ShuffleNative(vector, Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(Moves), (nuint)(uint)count));
    }

    /// <summary>Extracts sixteen bytes from two adjacent vectors, starting at an index in the lower vector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Align(Vector128<byte> lower, Vector128<byte> upper, [ConstantExpected(Min = 1, Max = 15)] byte first) =>
        AdvSimd.IsSupported ? AdvSimd.ExtractVector128(lower, upper, first)
        : Ssse3.IsSupported ? Ssse3.AlignRight(upper, lower, first)
        : Vector128.Shuffle(lower, Vector128<byte>.Indices + Vector128.Create(first))
            | Vector128.Shuffle(upper, Vector128<byte>.Indices - Vector128.Create((byte)(Vector128<byte>.Count - first)));

    /// <summary>Loads up to 64 bytes. Requires AVX-512BW.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Load512(byte* source, int count) =>
        Avx512BW.MaskLoad(source, Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)count)), Vector512<byte>.Zero);

    /// <inheritdoc cref="Load512(byte*, int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Load512(ref byte source, int count)
    {
        fixed (byte* address = &source)
        {
            return Avx512BW.MaskLoad(address, Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)count)), Vector512<byte>.Zero);
        }
    }

    /// <summary>Loads up to 32 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Load256(byte* source, int count) =>
        Avx512BW.VL.IsSupported ? LoadMasked(source, count) : LoadByWords(ref *source, count);

    /// <inheritdoc cref="Load256(byte*, int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Load256(ref byte source, int count)
    {
        if (!Avx512BW.VL.IsSupported)
        {
            return LoadByWords(ref source, count);
        }

        fixed (byte* address = &source)
        {
            return LoadMasked(address, count);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> LoadMasked(byte* source, int count) =>
        Avx512BW.VL.MaskLoad(source, Vector256.LessThan(Vector256<byte>.Indices, Vector256.Create((byte)count)), Vector256<byte>.Zero);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> LoadByWords(ref byte source, int count)
    {
        Debug.Assert(count >= 0 && count <= Vector256<byte>.Count, "The bytes must fit in the vector.");
        return count > Vector128<byte>.Count
            ? Vector256.Create(Vector128.LoadUnsafe(ref source), LoadBehind(ref source, count))
            : Vector256.Create(LoadShort(ref source, count), Vector128<byte>.Zero);
    }

    /// <summary>Loads the upper half of a vector of 17 to 32 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LoadBehind(ref byte source, int count) =>
        MoveDown(Vector128.LoadUnsafe(ref source, (nuint)(uint)(count - Vector128<byte>.Count)), (2 * Vector128<byte>.Count) - count);

    /// <summary>Calls <see cref="Load128"/> without inlining it, because most texts are longer.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Vector128<byte> LoadShort(ref byte source, int count) => Load128(ref source, count);

    /// <summary>Loads up to 16 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Load128(ref byte source, int count)
    {
        if (!BitConverter.IsLittleEndian)
        {
            return Load128Scalar(ref source, count);
        }

        if (count >= sizeof(ulong))
        {
            // Of the last eight bytes, shift out the bytes that are also among the first eight, possibly all. Two shifts, because a shift by 64 bits has no
            // effect.
            var half = 4 * (Vector128<byte>.Count - count);
            var last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, count - sizeof(ulong))) >> half >> half;
            return Vector128.Create(Unsafe.ReadUnaligned<ulong>(ref source), last).AsByte();
        }

        // Bytes that are loaded twice have the same position in both words.
        if (count >= sizeof(uint))
        {
            var last = (ulong)Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, count - sizeof(uint))) << (8 * (count - sizeof(uint)));
            return Vector128.CreateScalar(Unsafe.ReadUnaligned<uint>(ref source) | last).AsByte();
        }

        if (count == 0)
        {
            return Vector128<byte>.Zero;
        }

        int middle = count >> 1, end = count - 1;
        return Vector128.CreateScalar((uint)(source | Unsafe.Add(ref source, middle) << (8 * middle) | Unsafe.Add(ref source, end) << (8 * end))).AsByte();
    }

    /// <summary>Loads up to 16 bytes, one byte at a time.</summary>
    internal static Vector128<byte> Load128Scalar(ref byte source, int count)
    {
        var bytes = Vector128<byte>.Zero;
        for (var i = 0; i < count; i++)
        {
            bytes = bytes.WithElement(i, Unsafe.Add(ref source, i));
        }

        return bytes;
    }
}
