using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>Prepared names for lookups by text, so that these too are found where the name was last, and are coded only once.</summary>
/// <remarks>
/// A table of bounded size that all threads share, with two places for each hash. Names are published by one store. A new name learns the
/// shape it was looked for in, and later others by chance: in one of sixteen lookups that its hints do not help. So lookups end up allocating
/// nothing, and names that objects do not have cost little more than a search. Where both places are taken, a name replaces another now and then.
/// </remarks>
internal static class KnownNamesKernel
{
    private const int PlaceBits = 10;

    /// <summary>Longer names are not remembered.</summary>
    private const int MaxLength = 128;

    /// <summary>2^32 over the golden ratio: multiples of it spread evenly over their top bits (D. E. Knuth, "The Art of Computer Programming", 6.4).</summary>
    private const uint HashFactor = 0x9E37_79B1;

    /// <summary>Longer than any name that is remembered, so equal to none.</summary>
    private static readonly BlittableName None = new(new byte[MaxLength + 1]);

    private static readonly BlittableName[] Names = MakeNames();

    /// <summary>For each thread: a shared number that all threads write would cost more than the decision is worth.</summary>
    [ThreadStatic]
    private static uint t_random;

    private static SeldomClock s_replacements;

    /// <summary>The name, if it is in the first of its two places; else one without hints.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static BlittableName First(ReadOnlySpan<byte> name)
    {
        var known = Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Names), (nint)Place(name));
        return known.Is(name) ? known : None;
    }

    /// <summary>The name, if it is in the second place.</summary>
    public static BlittableName? Second(ReadOnlySpan<byte> name)
    {
        var known = Names[Place(name) ^ 1];
        return known.Is(name) ? known : null;
    }

    /// <summary>The name, if it is remembered.</summary>
    public static BlittableName? Find(ReadOnlySpan<byte> name)
    {
        var known = First(name);
        return known != None ? known : Second(name);
    }

    /// <summary>The name, if it is to learn the shape that its hints did not know: a new name, or one that is lucky.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static BlittableName? ToLearn(ReadOnlySpan<byte> name)
    {
        var place = Place(name);
        if (Find(name) is { } known)
        {
            return IsLucky() ? known : null;
        }

        place = Names[place] == None ? place : place ^ 1;
        if (name.Length > MaxLength || (Names[place] != None && !(IsLucky() && s_replacements.IsDue())))
        {
            return null;
        }

        known = new BlittableName(name);
        Volatile.Write(ref Names[place], known);
        return known;
    }

    /// <summary>True one time in sixteen.</summary>
    /// <remarks>A linear congruential generator (same source, 3.2.1, with the constants of W. H. Press et al., "Numerical Recipes", 7.1).</remarks>
    public static bool IsLucky()
    {
        const uint oneInSixteen = 1u << 28;
        var random = t_random;
        t_random = (random * 1664525) + 1013904223;
        return random < oneInSixteen;
    }

    /// <summary>A hash of the first and the last four bytes, which are compared next, and of the length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Place(ReadOnlySpan<byte> name)
    {
        if (name.Length < sizeof(uint))
        {
            return ShapeBlock.Fingerprint(name);
        }

        ref var start = ref MemoryMarshal.GetReference(name);
        var first = Unsafe.ReadUnaligned<uint>(ref start);
        var last = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref start, (nint)(uint)name.Length - sizeof(uint)));
        return ((first ^ BitOperations.RotateLeft(last, 15) ^ (uint)name.Length) * HashFactor) >> (32 - PlaceBits);
    }

    private static BlittableName[] MakeNames()
    {
        var names = new BlittableName[1 << PlaceBits];
        names.AsSpan().Fill(None);
        return names;
    }
}
