using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Strings;

namespace Blittable.Json;

/// <summary>Finds where values start that may have been read before: containers, and strings that are values of properties.</summary>
/// <remarks>
/// Judged only by the characters before them, so text within a string may be taken for a value, and an indented element is missed. A caller that only
/// asks for memory ahead loses nothing but time by either.
/// </remarks>
internal static unsafe class ValueStartKernel
{
    /// <summary>Bytes of text that are looked at together.</summary>
    public const int Block = 64;

    /// <summary>The starts in 64 bytes of text, the first byte in the lowest bit.</summary>
    /// <param name="text">The text.</param>
    /// <param name="before">0 for the first block, then what this left there for the block before.</param>
    public static ValueStarts Find(byte* text, ref ValueStarts before)
    {
        var colons = Places(text, (byte)':');
        var arrays = Places(text, (byte)'[');
        var commas = Places(text, (byte)',') | arrays;

        // A space behind a colon is as good as the colon, of which the second bit tells.
        var spaces = Places(text, (byte)' ') & (colons << 1 | before.Strings >> 1);
        var values = (colons | spaces) << 1 | (before.Strings & 1);
        var elements = commas << 1 | before.Containers;
        before = new ValueStarts((colons >> (Block - 1)) * 3 | spaces >> (Block - 1), commas >> (Block - 1));
        var quotes = Places(text, (byte)'"');
        var objects = Places(text, (byte)'{');
        return new ValueStarts(quotes & values, (objects & (values | elements)) | (arrays & values));
    }

    /// <summary>Where a character stands in 64 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Places(byte* text, byte character)
    {
        if (Vector512.IsHardwareAccelerated)
        {
            return Vector512.Equals(Vector512.Load(text), Vector512.Create(character)).ExtractMostSignificantBits();
        }

        var lower = Vector256.Equals(Vector256.Load(text), Vector256.Create(character));
        var upper = Vector256.Equals(Vector256.Load(text + Vector256<byte>.Count), Vector256.Create(character));
        return ByteMaskKernel.Of(lower, upper);
    }
}
