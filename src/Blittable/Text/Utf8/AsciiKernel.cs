using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;

namespace Blittable.Text;

/// <summary>Converts short ASCII texts from UTF-16 to UTF-8.</summary>
/// <remarks>Calling the .NET methods, which align their accesses for long texts, takes longer than converting a short text. All loads and stores are inside the
/// text and its bytes. The last ones overlap the previous ones.</remarks>
internal static unsafe class AsciiKernel
{
    /// <summary>The bits of each of four UTF-16 code units that are clear in ASCII.</summary>
    private const ulong NotAscii = 0xFF80_FF80_FF80_FF80;

    /// <summary>Converts a text if it is ASCII.</summary>
    /// <param name="text">The text.</param>
    /// <param name="output">The destination, with at least as many bytes as the text has characters.</param>
    /// <returns>False if the text is not ASCII. The contents of the destination are then undefined.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryNarrow(ReadOnlySpan<char> text, byte* output)
    {
        Debug.Assert(output != null || text.IsEmpty, "The destination has room for the text.");
        return Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian
            ? TryNarrowVector(ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text)), text.Length, output)
            : TryNarrowScalar(text, output);
    }

    /// <summary>Converts a text without vectors.</summary>
    public static bool TryNarrowScalar(ReadOnlySpan<char> text, byte* output) =>
        Ascii.FromUtf16(text, new Span<byte>(output, text.Length), out _) == OperationStatus.Done;

    private static bool TryNarrowVector(ref ushort source, nint length, byte* output)
    {
        if (length >= Vector128<ushort>.Count)
        {
            var last = length - Vector128<ushort>.Count;
            var all = NarrowEight(ref source, last, output);
            for (nint i = 0; i < last; i += Vector128<ushort>.Count)
            {
                all |= NarrowEight(ref source, i, output);
            }

            return (all.AsUInt64() & Vector128.Create(NotAscii)) == Vector128<ulong>.Zero;
        }

        if (length >= sizeof(uint))
        {
            var last = length - sizeof(uint);
            return ((NarrowFour(ref source, 0, output) | NarrowFour(ref source, last, output)) & NotAscii) == 0;
        }

        // Up to three characters are completely covered by the first, the middle and the last.
        uint any = 0;
        if (length > 0)
        {
            any = Narrow(ref source, 0, output) | Narrow(ref source, length >> 1, output) | Narrow(ref source, length - 1, output);
        }

        return any <= sbyte.MaxValue;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> NarrowEight(ref ushort source, nint place, byte* output)
    {
        var characters = Vector128.LoadUnsafe(ref source, (nuint)place);
        *(ulong*)(output + place) = Vector128.Narrow(characters, characters).AsUInt64().ToScalar();
        return characters;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong NarrowFour(ref ushort source, nint place, byte* output)
    {
        const ulong pairs = 0x0000_FFFF_0000_FFFF;
        var characters = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref source, place)));
        var paired = (characters | characters >> 8) & pairs;
        *(uint*)(output + place) = (uint)(paired | paired >> 16);
        return characters;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Narrow(ref ushort source, nint place, byte* output)
    {
        uint character = Unsafe.Add(ref source, place);
        output[place] = (byte)character;
        return character;
    }
}
