using System.Diagnostics.CodeAnalysis;

namespace Blittable.Layout;

/// <summary>Compares byte arrays, and spans with byte arrays for lookups. The hash seed is random per process.</summary>
internal sealed class Utf8Comparer : IEqualityComparer<byte[]>, IAlternateEqualityComparer<ReadOnlySpan<byte>, byte[]>
{
    public static readonly Utf8Comparer Instance = new();

    private static readonly ulong s_seed = (ulong)Random.Shared.NextInt64();

    public byte[] Create(ReadOnlySpan<byte> alternate) => alternate.ToArray();

    public bool Equals(ReadOnlySpan<byte> alternate, byte[] other) => alternate.SequenceEqual(other);

    public int GetHashCode(ReadOnlySpan<byte> alternate) => SeededHash.Of(alternate, s_seed).GetHashCode();

    public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

    public int GetHashCode([DisallowNull] byte[] obj) => GetHashCode(obj.AsSpan());
}
