using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;

namespace Blittable.Text;

/// <summary>Creates strings from UTF-8.</summary>
/// <remarks>
/// Most texts are short and ASCII. They are checked once and then widened directly into the string. Calling the .NET methods that count and transcode
/// characters would take as long as the work itself. All loads and stores are inside the text and the string. The last ones overlap the previous ones.
/// </remarks>
internal static class Utf16StringKernel
{
    /// <summary>The maximum length to convert here. .NET uses wider vectors, which pay off for longer texts.</summary>
    private const int MaxLength = 4096;

    private const int MaxOnStack = 256;

    /// <summary>The top bit of each of four bytes, which is clear in ASCII.</summary>
    private const uint NotAscii = 0x80808080;

    /// <summary>Creates a string from UTF-8. Invalid sequences become U+FFFD, as in .NET.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static string Create(ReadOnlySpan<byte> utf8)
    {
        ref var source = ref MemoryMarshal.GetReference(utf8);
        nint length = utf8.Length;
        if (!Vector128.IsHardwareAccelerated || !BitConverter.IsLittleEndian || length > MaxLength || !IsAscii(ref source, length))
        {
            return CreateOther(utf8);
        }

        // string.Create would call a delegate, which takes as long as converting a short text. Nothing else can refer to the string yet, unless it is empty.
        var text = new string('\0', (int)length);
        Widen(ref source, ref Unsafe.As<char, ushort>(ref Unsafe.AsRef(in text.GetPinnableReference())), length);
        return text;
    }

    /// <summary>Creates a string from a text that is long or not ASCII. Short texts are decoded once, because .NET would first count the characters.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static string CreateOther(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length > MaxOnStack)
        {
            return Encoding.UTF8.GetString(utf8);
        }

        // A text never has more characters than bytes.
        Span<char> text = stackalloc char[MaxOnStack];
        return new string(text[..Encoding.UTF8.GetChars(utf8, text)]);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsAscii(ref byte source, nint length)
    {
        if (length >= Vector128<byte>.Count)
        {
            var last = length - Vector128<byte>.Count;
            var all = Load(ref source, last);
            for (nint i = 0; i < last; i += Vector128<byte>.Count)
            {
                all |= Load(ref source, i);
            }

            return all.ExtractMostSignificantBits() == 0;
        }

        if (length >= sizeof(uint))
        {
            // For 8 to 15 bytes, the loads also cover the last four bytes of each half.
            var half = length & sizeof(ulong);
            var all = Load32(ref source, 0) | Load32(ref source, half >> 1) | Load32(ref source, length - sizeof(uint) - (half >> 1))
                | Load32(ref source, length - sizeof(uint));
            return (all & NotAscii) == 0;
        }

        return length == 0 || ((source | Unsafe.Add(ref source, length >> 1) | Unsafe.Add(ref source, length - 1)) & 0x80) == 0;
    }

    /// <summary>Converts each byte to a character.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Widen(ref byte source, ref ushort text, nint length)
    {
        if (length >= Vector128<byte>.Count)
        {
            var last = length - Vector128<byte>.Count;
            for (nint i = 0; i < last; i += Vector128<byte>.Count)
            {
                WidenVector(ref source, ref text, i);
            }

            WidenVector(ref source, ref text, last);
        }
        else if (length >= sizeof(ulong))
        {
            WidenWord(ref source, ref text, 0);
            WidenWord(ref source, ref text, length - sizeof(ulong));
        }
        else if (length >= sizeof(uint))
        {
            WidenHalf(ref source, ref text, 0);
            WidenHalf(ref source, ref text, length - sizeof(uint));
        }
        else if (length > 0)
        {
            // Up to three bytes are completely covered by the first, the middle and the last.
            text = source;
            Unsafe.Add(ref text, length >> 1) = Unsafe.Add(ref source, length >> 1);
            Unsafe.Add(ref text, length - 1) = Unsafe.Add(ref source, length - 1);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WidenVector(ref byte source, ref ushort text, nint place)
    {
        var bytes = Load(ref source, place);
        ref var target = ref Unsafe.Add(ref text, place);
        if (Vector256.IsHardwareAccelerated)
        {
            Vector256.WidenLower(bytes.ToVector256Unsafe()).StoreUnsafe(ref target);
            return;
        }

        Vector128.WidenLower(bytes).StoreUnsafe(ref target);
        Vector128.WidenUpper(bytes).StoreUnsafe(ref target, (nuint)Vector128<ushort>.Count);
    }

    /// <summary>Converts eight bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WidenWord(ref byte source, ref ushort text, nint place) =>
        Vector128.WidenLower(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, place))).AsByte())
            .StoreUnsafe(ref Unsafe.Add(ref text, place));

    /// <summary>Converts four bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WidenHalf(ref byte source, ref ushort text, nint place) => Unsafe.WriteUnaligned(
        ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref text, place)),
        Vector128.WidenLower(Vector128.CreateScalarUnsafe(Load32(ref source, place)).AsByte()).AsUInt64().ToScalar());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Load(ref byte source, nint place) => Vector128.LoadUnsafe(ref source, (nuint)place);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Load32(ref byte source, nint place) => Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, place));
}
