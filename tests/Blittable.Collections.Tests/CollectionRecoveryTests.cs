using System.Text;
using Blittable.Collections;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;
using Blittable.Layout;

namespace Blittable.Collections.Tests;

public sealed class CollectionRecoveryTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;
    private readonly string _path;
    private readonly string _output;

    /// <summary>Writes three commits of 50 documents.</summary>
    public CollectionRecoveryTests()
    {
        _path = Path.Combine(_folder, "collection.blic");
        _output = Path.Combine(_folder, "recovered.blic");
        using var writer = CollectionWriter.Create(_path, CollectionFile.Small with { Key = "$.id" });
        for (var id = 0; id < 150; id++)
        {
            writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"s":"s{{id}}"}"""));
            if (id % 50 == 49)
            {
                writer.Commit();
            }
        }
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void An_intact_collection_is_copied()
    {
        var report = CollectionRecovery.Recover(_path, _output);

        Assert.Equal((3, 150, 0), (report.CommitNumber, report.Documents, report.LostDocuments));
        Assert.Empty(report.Findings);
        Assert.True(report.IsComplete);
        AssertRecovered(150);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(4096)]
    public void The_last_commit_is_found_if_a_superblock_is_damaged_or_zero(int place)
    {
        foreach (var zeros in (bool[])[false, true])
        {
            Damage(place, (byte)(zeros ? 0 : 1), zeros ? 64 : 1);

            var report = CollectionRecovery.Recover(_path, _output);

            Assert.Equal((3, 150, 0), (report.CommitNumber, report.Documents, report.LostDocuments));
            Assert.Contains($"at byte {place}", report.Findings[0], StringComparison.Ordinal);
            Assert.False(report.IsComplete);
            AssertRecovered(150);
        }
    }

    [Fact]
    public void The_last_commit_is_found_if_both_superblocks_are_lost()
    {
        Damage(0, 0, 8192);
        Assert.Throws<BlittableException>(() => CollectionReader.Open(_path));

        var report = CollectionRecovery.Recover(_path, _output);

        Assert.Equal((3, 150, 0), (report.CommitNumber, report.Documents, report.LostDocuments));
        AssertRecovered(150);
    }

    [Fact]
    public void Damaged_rows_are_reported_and_the_others_are_recovered()
    {
        long chunk;
        using (var reader = CollectionReader.Open(_path))
        {
            chunk = reader.Snapshot.Stripes[0].Directory.Nodes[1].Numbers!.Chunk(1).Block.Offset;
        }

        Damage(chunk + 3, 1, 1);

        var report = CollectionRecovery.Recover(_path, _output);

        // The second chunk group of 16 rows.
        Assert.Equal((3, 134, 16), (report.CommitNumber, report.Documents, report.LostDocuments));
        Assert.StartsWith("rows 16 to 31: 16 documents without $.id: ", Assert.Single(report.Findings), StringComparison.Ordinal);
        AssertRecovered(134);
    }

    [Fact]
    public void A_file_of_zeros_is_rejected_and_no_output_is_written()
    {
        File.WriteAllBytes(_path, new byte[20_000]);

        Assert.Throws<BlittableException>(() => CollectionRecovery.Recover(_path, _output));
        Assert.False(File.Exists(_output));
    }

    [Theory]
    [InlineData(3)]
    [InlineData(5)]
    public void The_error_for_a_file_of_another_version_names_the_version(byte version)
    {
        var bytes = File.ReadAllBytes(_path);
        foreach (var place in new[] { 0, Superblock.PlaceSize })
        {
            bytes[place + 8] = version;
            BitConverter.TryWriteBytes(bytes.AsSpan(place + Superblock.Size - 4), Crc32C.Compute(bytes.AsSpan(place, Superblock.Size - 4)));
        }

        File.WriteAllBytes(_path, bytes);

        var fault = Assert.Throws<BlittableException>(() => CollectionRecovery.Recover(_path, _output));
        Assert.Equal(BlittableErrorCode.UnsupportedVersion, fault.Code);
        Assert.Contains($"has version {version}", fault.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(_output));
    }

    private void Damage(long offset, byte with, int length)
    {
        var bytes = File.ReadAllBytes(_path);
        for (var i = 0; i < length; i++)
        {
            bytes[offset + i] = (byte)(with == 0 ? 0 : bytes[offset + i] ^ with);
        }

        File.WriteAllBytes(_path, bytes);
    }

    private void AssertRecovered(int count)
    {
        using var reader = CollectionReader.Open(_output);
        reader.Validate();
        Assert.Equal(count, reader.Count);
        Assert.False(reader.IsDamaged);
        CollectionWriter.Append(_output).Dispose();
    }
}
