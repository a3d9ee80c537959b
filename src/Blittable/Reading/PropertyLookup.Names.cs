using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;

namespace Blittable.Reading;

/// <content>Search in the block of a shape: by fingerprint if there are many names, by length if there are few.</content>
internal static partial class PropertyLookup
{
    /// <summary>Compares the names with an equal fingerprint.</summary>
    /// <returns>The ordinal of the name, or <see cref="byte.MaxValue"/> if the name does not exist.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static uint FindByFingerprint(ref byte shapes, Names parts, uint count, ReadOnlySpan<byte> name)
    {
        var fingerprint = ShapeBlock.Fingerprint(name);
        var fingerprints = parts.Ends - count;
        if (!Vector256.IsHardwareAccelerated)
        {
            return FindByFingerprintScalar(ref shapes, parts, count, name, fingerprint);
        }

        for (var group = 0u; group < count; group += (uint)Vector256<byte>.Count)
        {
            // The loads may include the fields after the fingerprints, which are masked out, but must not exceed the bytes.
            if (fingerprints + group + Vector256<byte>.Count > parts.Length)
            {
                return FindByFingerprintScalar(ref shapes, parts, count, name, fingerprint);
            }

            var left = Math.Min(count - group, (uint)Vector256<byte>.Count);
            var matches = Vector256.Equals(Vector256.LoadUnsafe(ref shapes, fingerprints + group), Vector256.Create(fingerprint)).ExtractMostSignificantBits()
                & (uint.MaxValue >> (int)(Vector256<byte>.Count - left));
            for (; matches != 0; matches &= matches - 1)
            {
                var ordinal = group + (uint)BitOperations.TrailingZeroCount(matches);
                if (IsName(ref shapes, parts, ordinal, name))
                {
                    return ordinal;
                }
            }
        }

        return byte.MaxValue;
    }

    private static uint FindByFingerprintScalar(ref byte shapes, Names parts, uint count, ReadOnlySpan<byte> name, byte fingerprint)
    {
        for (var ordinal = 0u; ordinal < count; ordinal++)
        {
            if (Load8(ref shapes, parts.Ends - count + ordinal) == fingerprint && IsName(ref shapes, parts, ordinal, name))
            {
                return ordinal;
            }
        }

        return byte.MaxValue;
    }

    /// <summary>Compares the names with an equal length.</summary>
    /// <inheritdoc cref="FindByFingerprint"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint FindByLength(ref byte shapes, Names parts, uint count, ReadOnlySpan<byte> name)
    {
        for (var ordinal = 0u; ordinal < count; ordinal++)
        {
            if (IsName(ref shapes, parts, ordinal, name))
            {
                return ordinal;
            }
        }

        return byte.MaxValue;
    }

    /// <summary>Determines whether a name of a block equals <paramref name="name"/>. A name outside the bytes does not equal any name.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsName(ref byte shapes, Names parts, uint ordinal, ReadOnlySpan<byte> name)
    {
        var end = End(ref shapes, parts, ordinal);
        var before = ordinal == 0 ? 0 : End(ref shapes, parts, ordinal - 1);
        return end - before == (uint)name.Length && before <= end && end <= parts.Length - parts.Start
            && RawBytes.AreEqual(ref Unsafe.Add(ref shapes, (nint)(parts.Start + before)), ref MemoryMarshal.GetReference(name), (uint)name.Length);
    }

    /// <summary>Returns the end of a name relative to the first name. Ends are loaded as four bytes, because four bytes follow the last end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint End(ref byte shapes, Names parts, uint ordinal) =>
        Load32(ref shapes, parts.Ends + (ordinal << parts.EndShift)) & (uint.MaxValue >> (32 - (8 << parts.EndShift)));

    /// <summary>Locates the names of a block.</summary>
    /// <param name="Ends">The offset of the end offsets.</param>
    /// <param name="Start">The offset of the first name.</param>
    /// <param name="Length">The number of bytes that contain the block.</param>
    /// <param name="EndShift">0, 1 or 2 for end offsets of 1, 2 or 4 bytes.</param>
    private readonly record struct Names(uint Ends, uint Start, uint Length, int EndShift);
}
