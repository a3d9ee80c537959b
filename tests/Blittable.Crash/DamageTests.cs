using System.Buffers.Binary;
using Blittable.Collections;
using Blittable.Crash.Workloads;

namespace Blittable.Crash;

/// <summary>Tests files that are truncated, altered or very large.</summary>
public sealed class DamageTests : IDisposable
{
    private const int Commits = 6;

    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-crash-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    public void A_file_truncated_in_its_last_commit_opens_as_damaged_with_the_previous_commit(int seed)
    {
        var (path, before) = Write(seed);
        var bytes = File.ReadAllBytes(path);
        for (var length = bytes.Length - 1; length >= before; length--)
        {
            using (var file = File.OpenHandle(path, FileMode.Open, FileAccess.Write))
            {
                RandomAccess.SetLength(file, length);
            }

            using var reader = CollectionReader.Open(path);
            Assert.True(reader.IsDamaged, $"{length} of {bytes.Length} bytes");
            Assert.Equal(Commits - 1, reader.CommitNumber);
            Assert.Equal(new Workload(seed).StateAfter(Commits - 1).Count, reader.Count);
            Assert.Throws<BlittableException>(() => CollectionWriter.Append(path));
        }
    }

    [Theory]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    public void A_flipped_bit_is_detected_or_harmless(int seed)
    {
        var (path, _) = Write(seed);
        var bytes = File.ReadAllBytes(path);
        var states = Enumerable.Range(0, Commits + 1).Select(commit => new Workload(seed).StateAfter(commit).Values.Order().ToArray()).ToArray();
        var random = new Random(seed);
        for (var at = 0; at < bytes.Length; at += 64)
        {
            var place = at + random.Next(Math.Min(64, bytes.Length - at));
            var bit = (byte)(1 << random.Next(8));
            bytes[place] ^= bit;
            File.WriteAllBytes(path, bytes);
            bytes[place] ^= bit;
            try
            {
                using var reader = CollectionReader.Open(path);
                var found = new List<string>();
                reader.ForEach((_, document) => found.Add(document.ToJson()));
                Assert.True(reader.IsDamaged || reader.CommitNumber == Commits, $"byte {place}");
                Assert.Equal(states[reader.CommitNumber], found.Order());
            }
            catch (BlittableException)
            {
                // The damage was detected.
            }
        }
    }

    [Fact]
    public void A_file_larger_than_4_GB_is_written_and_read()
    {
        var (path, _) = Write(4);
        using (var file = File.Open(path, FileMode.Open, FileAccess.ReadWrite))
        {
            // The superblock of the last commit places the end of the committed bytes far beyond it. The file is sparse up to there.
            var superblock = new byte[72];
            file.Position = Commits % 2 * 4096;
            file.ReadExactly(superblock);
            BinaryPrimitives.WriteInt64LittleEndian(superblock.AsSpan(48), 5L << 30);
            BinaryPrimitives.WriteUInt32LittleEndian(superblock.AsSpan(68), Checksum(superblock.AsSpan(0, 68)));
            file.Position = Commits % 2 * 4096;
            file.Write(superblock);
            file.SetLength(5L << 30);
        }

        var workload = new Workload(4);
        using (var stream = File.Open(path, FileMode.Open, FileAccess.ReadWrite))
        using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
        {
            for (var commit = Commits + 1; commit < Commits + 20; commit++)
            {
                workload.Apply(writer, commit);
                writer.Commit();
            }
        }

        Assert.True(new FileInfo(path).Length > 5L << 30);
        workload.Check(path, Commits + 19, Commits + 19);

        // A writer that owns the file rewrites it without the dead bytes.
        using (var writer = CollectionWriter.Append(path))
        {
            workload.Apply(writer, Commits + 20);
            writer.Commit();
        }

        workload.Check(path, Commits + 20, Commits + 20);
        Assert.True(new FileInfo(path).Length < 10 << 20);
    }

    private static uint Checksum(ReadOnlySpan<byte> bytes)
    {
        var crc = uint.MaxValue;
        foreach (var value in bytes)
        {
            crc = System.Numerics.BitOperations.Crc32C(crc, value);
        }

        return ~crc;
    }

    /// <summary>Writes a collection with a few commits, of which the last is large, and returns the start of the last commit.</summary>
    private (string Path, long Before) Write(int seed)
    {
        var path = WriterProcess.PathOf(_folder, seed);
        var workload = new Workload(seed);
        long before = 0;
        using (var writer = CollectionWriter.Create(path, workload.Options))
        {
            for (var commit = 1; commit <= Commits; commit++)
            {
                before = new FileInfo(path).Length;
                workload.Apply(writer, commit);
                writer.Commit();
            }
        }

        return (path, before);
    }
}
