using System.Diagnostics.CodeAnalysis;

namespace Blittable.DuckDB.Tables;

/// <summary>Assigns numbers to property names. Not thread-safe.</summary>
internal sealed class PropertyIndex
{
    private readonly List<byte[]> _names = [];
    private readonly Dictionary<byte[], int> _numbers = new(NameComparer.Instance);
    private readonly Dictionary<byte[], int>.AlternateLookup<ReadOnlySpan<byte>> _byBytes;
    private int _next;

    public PropertyIndex() => _byBytes = _numbers.GetAlternateLookup<ReadOnlySpan<byte>>();

    /// <summary>Gets the number of names.</summary>
    public int Count => _names.Count;

    /// <summary>Gets the names in UTF-8, by number.</summary>
    public IReadOnlyList<byte[]> Names => _names;

    /// <summary>Adds a name that does not have a number yet.</summary>
    public int Add(ReadOnlySpan<byte> name)
    {
        var bytes = name.ToArray();
        _numbers.Add(bytes, Count);
        _names.Add(bytes);
        _next = Count;
        return Count - 1;
    }

    /// <summary>
    /// Returns the number of a name, or -1. The name after the last one found is tried first, because most objects list their properties in equal order.
    /// </summary>
    public int Find(ReadOnlySpan<byte> name)
    {
        if (_next < Count && name.SequenceEqual(_names[_next]))
        {
            return _next++;
        }

        if (!_byBytes.TryGetValue(name, out var number))
        {
            return -1;
        }

        _next = number + 1;
        return number;
    }

    /// <summary>Starts the search for the names of the next object.</summary>
    public void Begin() => _next = 0;

    private sealed class NameComparer : IEqualityComparer<byte[]>, IAlternateEqualityComparer<ReadOnlySpan<byte>, byte[]>
    {
        public static NameComparer Instance { get; } = new();

        public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

        public bool Equals(ReadOnlySpan<byte> alternate, byte[] other) => alternate.SequenceEqual(other);

        public int GetHashCode([DisallowNull] byte[] obj) => GetHashCode(obj.AsSpan());

        public int GetHashCode(ReadOnlySpan<byte> alternate)
        {
            // Randomly seeded per process, so untrusted names cannot be chosen to collide.
            var hash = default(HashCode);
            hash.AddBytes(alternate);
            return hash.ToHashCode();
        }

        public byte[] Create(ReadOnlySpan<byte> alternate) => alternate.ToArray();
    }
}
