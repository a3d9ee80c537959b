using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>Recognizes and packs strings of a 16-character alphabet, all characters at once; <see cref="Nibbles"/> has the alphabets.</summary>
internal static class NibbleVectorKernel
{
    /// <summary>The longest text, in bytes.</summary>
    public const int MaxLength = 64;

    /// <summary>Bytes that the destination must have: whole vectors are stored.</summary>
    public const int Room = 32;

    public static bool IsSupported => Vector512.IsHardwareAccelerated && Avx512BW.VL.IsSupported;

    /// <summary>Whether <see cref="TryDecode"/> does anything.</summary>
    public static bool CanDecodeAtOnce => Avx2.IsSupported || (Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian);

    /// <summary>The alphabet that has all characters of a text; <see cref="StringEncoding.Raw"/> if neither has.</summary>
    public static StringEncoding Classify(ReadOnlySpan<byte> text)
    {
        var characters = PartKernel.Load512(ref MemoryMarshal.GetReference(text), text.Length);
        var isThere = Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)text.Length));
        var isDecimal = IsInRange(characters, (byte)'-', (byte)':') | IsEqual(characters, (byte)' ') | IsEqual(characters, (byte)'T');
        if (Vector512.AndNot(isThere, isDecimal) == Vector512<byte>.Zero)
        {
            return StringEncoding.NibbleDecimal;
        }

        var isHex = IsInRange(characters, (byte)'0', (byte)'9') | IsInRange(characters, (byte)'a', (byte)'f');
        return Vector512.AndNot(isThere, isHex) == Vector512<byte>.Zero ? StringEncoding.NibbleHex : StringEncoding.Raw;
    }

    /// <summary>Packs a text that is of the alphabet. Up to <see cref="Room"/> bytes are written.</summary>
    public static void Encode(StringEncoding encoding, ReadOnlySpan<byte> text, Span<byte> destination)
    {
        var characters = PartKernel.Load512(ref MemoryMarshal.GetReference(text), text.Length);
        Vector512<byte> digits;
        if (encoding == StringEncoding.NibbleDecimal)
        {
            digits = Vector512.ConditionalSelect(IsEqual(characters, (byte)' '), Vector512.Create((byte)14), characters - Vector512.Create((byte)'-'));
            digits = Vector512.ConditionalSelect(IsEqual(characters, (byte)'T'), Vector512.Create((byte)15), digits);
        }
        else
        {
            digits = characters - Vector512.ConditionalSelect(
                IsInRange(characters, (byte)'0', (byte)'9'), Vector512.Create((byte)'0'), Vector512.Create((byte)('a' - 10)));
        }

        // Of each pair the first digit once and the second sixteen times; behind the text there are none.
        digits = Vector512.ConditionalSelect(Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)text.Length)), digits, Vector512<byte>.Zero);
        var pairs = Avx512BW.MultiplyAddAdjacent(digits, Vector512.Create((short)(1 | 16 << 8)).AsSByte());
        Avx512BW.ConvertToVector256Byte(pairs).StoreUnsafe(ref MemoryMarshal.GetReference(destination));
    }

    /// <summary>Restores characters, 16 of 8 bytes at once, on any machine with vectors.</summary>
    /// <param name="alphabet">The 16 characters.</param>
    /// <param name="codes">The bytes of the text, all of them.</param>
    /// <param name="text">Where the characters go.</param>
    /// <returns>How many there are; fewer than 16 may be left.</returns>
    public static int Decode(ReadOnlySpan<byte> alphabet, ReadOnlySpan<byte> codes, Span<byte> text)
    {
        var characters = Vector128.Create(alphabet);
        var done = 0;
        for (; done <= text.Length - Vector128<byte>.Count; done += Vector128<byte>.Count)
        {
            var bytes = Vector128.CreateScalarUnsafe(BinaryPrimitives.ReadUInt64LittleEndian(codes[(done / 2)..])).AsByte();
            DecodeQuarter(characters, bytes).CopyTo(text[done..]);
        }

        return done;
    }

    /// <summary>The 16 characters of eight bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> DecodeQuarter(Vector128<byte> characters, Vector128<byte> bytes)
    {
        // Each byte again four bits higher: then the first digit is in the low byte of two, and the second one in the high byte.
        var pairs = Vector128.WidenLower(bytes);
        var digits = (pairs | (pairs << 4)) & Vector128.Create((ushort)0x0F0F);
        return Vector128.ShuffleNative(characters, digits.AsByte());
    }

    /// <summary>Compares characters, 16 of 8 bytes at once, on any machine with vectors.</summary>
    /// <param name="alphabet">The 16 characters.</param>
    /// <param name="codes">The bytes of the text, and possibly what follows them, which is used.</param>
    /// <param name="text">The characters to compare with.</param>
    /// <returns>How many are equal, all unless fewer than 8 bytes are left; -1 where one differs.</returns>
    public static int CountEqual(ReadOnlySpan<byte> alphabet, ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text)
    {
        var characters = Vector128.Create(alphabet);
        var done = 0;
        for (; done < text.Length && codes.Length - (done / 2) >= sizeof(ulong); done += Vector128<byte>.Count)
        {
            var pairs = Vector128.WidenLower(Vector128.CreateScalarUnsafe(BinaryPrimitives.ReadUInt64LittleEndian(codes[(done / 2)..])).AsByte());
            var digits = (pairs | (pairs << 4)) & Vector128.Create((ushort)0x0F0F);
            var left = text.Length - done;
            var isEqual = Vector128.Equals(
                Vector128.Shuffle(characters, digits.AsByte()), PartKernel.Load256(ref MemoryMarshal.GetReference(text), done, left).GetLower());
            if ((~isEqual.ExtractMostSignificantBits() & (uint)((1UL << Math.Min(left, Vector128<byte>.Count)) - 1)) != 0)
            {
                return -1;
            }
        }

        return Math.Min(done, text.Length);
    }

    /// <summary>Restores up to <see cref="MaxLength"/> characters at once.</summary>
    /// <param name="encoding">Which alphabet.</param>
    /// <param name="codes">The bytes of the text.</param>
    /// <param name="readableEnd">The end of what may be read.</param>
    /// <param name="length">Characters.</param>
    /// <param name="text">Room for <see cref="MaxLength"/> characters.</param>
    /// <returns>False where there are too many, the bytes are damaged, or the machine has no such vectors.</returns>
    public static unsafe bool TryDecode(StringEncoding encoding, byte* codes, byte* readableEnd, int length, byte* text)
    {
        var count = Nibbles.EncodedLength(length);
        if (!CanDecodeAtOnce || length > MaxLength || count > readableEnd - codes || ((length & 1) != 0 && codes[count - 1] > 0x0F))
        {
            return false;
        }

        if (!IsSupported)
        {
            DecodeHalves(encoding, codes, readableEnd, length, text);
            return true;
        }

        var pairs = Avx512BW.ConvertToVector512UInt16(readableEnd - codes >= Vector256<byte>.Count
            ? Vector256.Load(codes)
            : PartKernel.Load256(codes, count));
        var digits = (pairs | (pairs << 4)) & Vector512.Create((ushort)0x0F0F);
        fixed (byte* alphabet = Nibbles.AlphabetOf(encoding))
        {
            // Loaded into every lane: put together from halves, the compiler had it go through memory.
            Avx512BW.Shuffle(Avx512F.BroadcastVector128ToVector512((int*)alphabet).AsByte(), digits.AsByte()).Store(text);
        }

        return true;
    }

    /// <summary>The same with vectors of 32 characters or of 16, as many as there are characters for.</summary>
    [SkipLocalsInit]
    private static unsafe void DecodeHalves(StringEncoding encoding, byte* codes, byte* readableEnd, int length, byte* text)
    {
        Unsafe.SkipInit(out Vector256<byte> copy);
        if (readableEnd - codes < Vector256<byte>.Count)
        {
            new ReadOnlySpan<byte>(codes, Nibbles.EncodedLength(length)).CopyTo(new Span<byte>(&copy, Vector256<byte>.Count));
            codes = (byte*)&copy;
        }

        if (!Avx2.IsSupported)
        {
            var characters = Vector128.Create(Nibbles.AlphabetOf(encoding));
            for (var i = 0; i < length; i += Vector128<byte>.Count)
            {
                DecodeQuarter(characters, Vector128.CreateScalarUnsafe(*(ulong*)(codes + (i / 2))).AsByte()).Store(text + i);
            }

            return;
        }

        var alphabet = Vector256.Create(Vector128.Create(Nibbles.AlphabetOf(encoding)), Vector128.Create(Nibbles.AlphabetOf(encoding)));
        DecodeHalf(alphabet, codes).Store(text);
        if (length > Vector256<byte>.Count)
        {
            DecodeHalf(alphabet, codes + Vector128<byte>.Count).Store(text + Vector256<byte>.Count);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe Vector256<byte> DecodeHalf(Vector256<byte> alphabet, byte* codes)
    {
        var pairs = Avx2.ConvertToVector256Int16(codes);
        return Avx2.Shuffle(alphabet, ((pairs | (pairs << 4)) & Vector256.Create((short)0x0F0F)).AsByte());
    }

    private static Vector512<byte> IsInRange(Vector512<byte> value, byte first, byte last) =>
        Vector512.LessThanOrEqual(value - Vector512.Create(first), Vector512.Create((byte)(last - first)));

    private static Vector512<byte> IsEqual(Vector512<byte> value, byte other) => Vector512.Equals(value, Vector512.Create(other));
}
