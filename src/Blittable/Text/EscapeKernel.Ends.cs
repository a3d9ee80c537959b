using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Text;

/// <content>Texts at the end of the readable memory. Nothing after them is loaded: they are read with masks or in parts.</content>
internal static unsafe partial class EscapeKernel
{
    /// <summary>Gets a value that indicates whether lanes can be masked. If 512-bit vectors are not accelerated, none are used, because a few of them slow down
    /// all surrounding code.</summary>
    private static bool HasMasks => Vector512.IsHardwareAccelerated && Avx512BW.IsSupported;

    /// <summary>Copies a text that may be less than a vector away from the end of the readable memory.</summary>
    private static bool TryCopyExact(byte* to, byte* from, int length)
    {
        if (HasMasks)
        {
            var text = PartKernel.Load512(from, length);
            text.Store(to);
            return (Escapes(text) & Below(length)) == 0;
        }

        return CopyPlainByParts(to, from, length) == length;
    }

    /// <summary>Copies fewer than <see cref="Reach"/> bytes until a byte must be escaped. Masked lanes are zero, which must be escaped.</summary>
    private static int CopyPlainExact(byte* to, byte* from, int length)
    {
        if (HasMasks)
        {
            var text = PartKernel.Load512(from, length);
            text.Store(to);
            return BitOperations.TrailingZeroCount(Escapes(text));
        }

        return CopyPlainByParts(to, from, length);
    }

    /// <summary>Copies bytes without masks until a byte must be escaped. The text is padded with zeros, which must be escaped.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int CopyPlainByParts(byte* to, byte* from, int length)
    {
        if (!Vector128.IsHardwareAccelerated)
        {
            return CopyPlainScalar(to, from, length);
        }

        var done = 0;
        if (length > Vector256<byte>.Count)
        {
            var first = Vector256.Load(from);
            first.Store(to);
            var escapes = Escapes(first);
            if (escapes != 0)
            {
                return BitOperations.TrailingZeroCount(escapes);
            }

            done = Vector256<byte>.Count;
        }

        var rest = PartKernel.Load256(from + done, length - done);
        rest.Store(to + done);
        return done + BitOperations.TrailingZeroCount(Escapes(rest));
    }

    private static bool IsPlainExact(byte* text, int length) =>
        HasMasks
            ? (Escapes(PartKernel.Load512(text, length)) & Below(length)) == 0
            : Vector128.IsHardwareAccelerated ? IsPlainByParts(text, length) : IsPlainScalar(text, length);

    private static bool IsPlainByParts(byte* text, int length)
    {
        if (length > Vector256<byte>.Count)
        {
            if (Escapes(Vector256.Load(text)) != 0)
            {
                return false;
            }

            text += Vector256<byte>.Count;
            length -= Vector256<byte>.Count;
        }

        return BitOperations.TrailingZeroCount(Escapes(PartKernel.Load256(text, length))) >= length;
    }

    private static bool IsPlainScalar(byte* text, int length)
    {
        var i = 0;
        while (i < length && IsPlain(text[i]))
        {
            i++;
        }

        return i == length;
    }

    private static void CopyExact(byte* to, byte* from, int length)
    {
        if (HasMasks)
        {
            PartKernel.Load512(from, length).Store(to);
        }
        else
        {
            new ReadOnlySpan<byte>(from, length).CopyTo(new Span<byte>(to, length));
        }
    }
}
