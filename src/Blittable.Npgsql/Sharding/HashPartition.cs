using System.Buffers.Binary;
using System.Numerics;
using Blittable.Npgsql.Storage;

namespace Blittable.Npgsql.Sharding;

/// <summary>Computes the partition of a key in a hash-partitioned PostgreSQL table.</summary>
/// <remarks>
/// The hash equals the hash that the server computes, so a client can connect to the right server directly. It is <c>hashint8extended</c>,
/// <c>uuid_hash_extended</c> or <c>hashtextextended</c> with the partitioning seed, combined into an empty row hash. See <c>hashfunc.c</c>, <c>hashfn.c</c> and
/// <c>partbounds.c</c> of PostgreSQL 11 and later. The hash cannot change there, because partitions on disk depend on it. The mixing is Bob Jenkins' lookup3.
/// The tests compare the results with a server's <c>satisfies_hash_partition</c>.
/// </remarks>
internal static class HashPartition
{
    private const ulong PartitionSeed = 0x7A5B22367996DCFD;
    private const ulong CombineConstant = 0x49A0F4DD15E5A8E3;
    private const uint InitialState = 0x9E3779B9 + 3923095;
    private const int BlockLength = 3 * sizeof(uint);
    private const int UuidLength = 16;
    private const int StackLength = 256;

    /// <summary>Returns the zero-based partition of a key.</summary>
    /// <param name="key">A <see cref="long"/>, <see cref="Guid"/> or <see cref="string"/>.</param>
    /// <param name="modulus">The number of partitions.</param>
    public static int Of<TKey>(TKey key, int modulus) => (int)(unchecked(Hash(key) + CombineConstant) % (uint)modulus);

    private static ulong Hash<TKey>(TKey key) => key switch
    {
        long number => HashNumber(number),
        Guid uuid => HashUuid(uuid),
        string text => HashText(text),
        _ => throw new NotSupportedException($"Keys of type {typeof(TKey)} are not supported; use long, Guid or string."),
    };

    /// <summary>Returns the hash of a number. A 64-bit key that fits in 32 bits has the hash of the 32-bit key, even if it is negative.</summary>
    private static ulong HashNumber(long key)
    {
        var high = (uint)(key >> 32);
        Span<byte> bytes = stackalloc byte[sizeof(uint)];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, (uint)key ^ (key >= 0 ? high : ~high));
        return HashBytes(bytes);
    }

    private static ulong HashUuid(Guid key)
    {
        Span<byte> bytes = stackalloc byte[UuidLength];
        key.TryWriteBytes(bytes, bigEndian: true, out _);
        return HashBytes(bytes);
    }

    private static ulong HashText(string key)
    {
        KeyText.Require(key);
        var length = StrictUtf8.Encoding.GetByteCount(key);
        Span<byte> bytes = length <= StackLength ? stackalloc byte[StackLength] : new byte[length];
        return HashBytes(bytes[..StrictUtf8.Encoding.GetBytes(key, bytes)]);
    }

    private static ulong HashBytes(ReadOnlySpan<byte> bytes)
    {
        unchecked
        {
            var a = InitialState + (uint)bytes.Length;
            var (b, c) = (a, a);
            a += (uint)(PartitionSeed >> 32);
            b += (uint)PartitionSeed;
            Mix(ref a, ref b, ref c);
            for (; bytes.Length >= BlockLength; bytes = bytes[BlockLength..])
            {
                a += BinaryPrimitives.ReadUInt32LittleEndian(bytes);
                b += BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..]);
                c += BinaryPrimitives.ReadUInt32LittleEndian(bytes[8..]);
                Mix(ref a, ref b, ref c);
            }

            for (var i = 0; i < bytes.Length; i++)
            {
                // The lowest byte of c is reserved for the length, which is already part of the state.
                switch (i / sizeof(uint))
                {
                    case 0: a += (uint)bytes[i] << (8 * i); break;
                    case 1: b += (uint)bytes[i] << (8 * (i - 4)); break;
                    default: c += (uint)bytes[i] << (8 * (i - 7)); break;
                }
            }

            Finish(ref a, ref b, ref c);
            return ((ulong)b << 32) | c;
        }
    }

    private static void Mix(ref uint a, ref uint b, ref uint c)
    {
        unchecked
        {
            a = (a - c) ^ BitOperations.RotateLeft(c, 4);
            c += b;
            b = (b - a) ^ BitOperations.RotateLeft(a, 6);
            a += c;
            c = (c - b) ^ BitOperations.RotateLeft(b, 8);
            b += a;
            a = (a - c) ^ BitOperations.RotateLeft(c, 16);
            c += b;
            b = (b - a) ^ BitOperations.RotateLeft(a, 19);
            a += c;
            c = (c - b) ^ BitOperations.RotateLeft(b, 4);
            b += a;
        }
    }

    private static void Finish(ref uint a, ref uint b, ref uint c)
    {
        unchecked
        {
            c = (c ^ b) - BitOperations.RotateLeft(b, 14);
            a = (a ^ c) - BitOperations.RotateLeft(c, 11);
            b = (b ^ a) - BitOperations.RotateLeft(a, 25);
            c = (c ^ b) - BitOperations.RotateLeft(b, 16);
            a = (a ^ c) - BitOperations.RotateLeft(c, 4);
            b = (b ^ a) - BitOperations.RotateLeft(a, 14);
            c = (c ^ b) - BitOperations.RotateLeft(b, 24);
        }
    }
}
