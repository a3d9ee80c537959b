using System.Numerics;

namespace Blittable.Npgsql.Sharding;

/// <summary>In which partition PostgreSQL puts a <c>bigint</c> key of a table that is partitioned by hash.</summary>
/// <remarks>
/// It is what the server computes, so that a client can go straight to the right server: <c>hashint8extended</c> with the seed of
/// partitioning, combined into an empty row hash (<c>hashfunc.c</c>, <c>hashfn.c</c> and <c>partbounds.c</c> of PostgreSQL 11 and later,
/// where this is fixed, because partitions on disk depend on it). The mixing is Bob Jenkins' lookup3. The tests ask a server for
/// <c>satisfies_hash_partition</c>.
/// </remarks>
internal static class HashPartition
{
    private const ulong PartitionSeed = 0x7A5B22367996DCFD;
    private const ulong CombineConstant = 0x49A0F4DD15E5A8E3;
    private const uint InitialState = 0x9E3779B9 + sizeof(uint) + 3923095;

    /// <summary>The remainder of a key: the number of its partition, from 0, among <paramref name="modulus"/>.</summary>
    public static int Of(long key, int modulus) => (int)(unchecked(Hash(key) + CombineConstant) % (uint)modulus);

    /// <summary>A key that fits 32 bits hashes as that number does, whether negative or not.</summary>
    private static ulong Hash(long key)
    {
        var high = (uint)(key >> 32);
        return HashUInt32((uint)key ^ (key >= 0 ? high : ~high));
    }

    private static ulong HashUInt32(uint key)
    {
        unchecked
        {
            uint a = InitialState, b = InitialState, c = InitialState;
            a += (uint)(PartitionSeed >> 32);
            b += (uint)PartitionSeed;
            Mix(ref a, ref b, ref c);
            a += key;
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
