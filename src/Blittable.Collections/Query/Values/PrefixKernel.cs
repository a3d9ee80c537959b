using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Collections.Query.Values;

/// <summary>Tests whether texts start with, or equal, another text.</summary>
internal static class PrefixKernel
{
    /// <summary>Compares consecutive texts with another text. If that is short, no branch depends on the contents.</summary>
    /// <param name="bytes">The texts, possibly followed by other bytes.</param>
    /// <param name="ends">The end offset of each text.</param>
    /// <param name="wanted">The other text.</param>
    /// <param name="isWhole">True if texts must equal the other text; false if they must start with it.</param>
    /// <param name="matches">Receives 1 for each text that matches, otherwise 0.</param>
    public static void Match(ReadOnlySpan<byte> bytes, ReadOnlySpan<int> ends, ReadOnlySpan<byte> wanted, bool isWhole, Span<byte> matches)
    {
        Span<byte> start = stackalloc byte[Vector128<byte>.Count];
        start.Clear();
        wanted[..Math.Min(wanted.Length, start.Length)].CopyTo(start);
        var first = Vector128.Create<byte>(start);
        var all = (1U << Math.Min(wanted.Length, start.Length)) - 1;
        var most = isWhole ? wanted.Length : int.MaxValue;
        var lastLoad = Vector128.IsHardwareAccelerated ? bytes.Length - Vector128<byte>.Count : -1;
        ref var source = ref MemoryMarshal.GetReference(bytes);
        var at = 0;
        for (var i = 0; i < ends.Length; i++)
        {
            var length = ends[i] - at;
            if ((uint)at <= (uint)lastLoad && lastLoad >= 0)
            {
                var equal = Vector128.Equals(Vector128.LoadUnsafe(ref source, (nuint)at), first).ExtractMostSignificantBits();
                var isMatch = (equal & all) == all & length >= wanted.Length & length <= most;
                if (isMatch && wanted.Length > Vector128<byte>.Count)
                {
                    isMatch = bytes.Slice(at, wanted.Length).SequenceEqual(wanted);
                }

                matches[i] = isMatch ? (byte)1 : (byte)0;
            }
            else
            {
                matches[i] = IsMatch(bytes.Slice(at, length), wanted, isWhole);
            }

            at = ends[i];
        }
    }

    private static byte IsMatch(ReadOnlySpan<byte> text, ReadOnlySpan<byte> wanted, bool isWhole) =>
        (isWhole ? text.SequenceEqual(wanted) : text.StartsWith(wanted)) ? (byte)1 : (byte)0;
}
