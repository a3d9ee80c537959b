using System.Text;
using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests.Recovery;

/// <summary>Tests that a recovery preserves the tokens of commits, replaces only its output, and cannot be misled by the contents of documents.</summary>
public sealed class RecoveredStateTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Damaged => Path.Combine(_folder, "damaged.blic");

    private string Output => Path.Combine(_folder, "recovered.blic");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(0, 64)]
    [InlineData(0, Superblock.DataStart)]
    public void A_retry_under_the_token_of_a_commit_stores_nothing_twice_after_a_recovery(int start, int length)
    {
        var tokens = Enumerable.Range(0, 3).Select(_ => Guid.NewGuid()).ToArray();
        using (var writer = CollectionWriter.Create(Damaged))
        {
            foreach (var token in tokens)
            {
                writer.Add("{\"a\":1}"u8);
                writer.Commit(token);
            }
        }

        Clear(start, length);
        Assert.Equal(3, CollectionRecovery.Recover(Damaged, Output).Documents);

        using var again = CollectionWriter.Append(Output);
        Assert.Equal(4, again.CommitNumber);
        Assert.Equal(tokens[2], again.LastCommitToken);
        again.Add("{\"a\":1}"u8);
        Assert.False(again.Commit(tokens[2]));
        Assert.Equal(3, again.Count);
    }

    [Fact]
    public void A_damaged_file_and_the_output_are_never_replaced_by_another_output()
    {
        using (var writer = CollectionWriter.Create(Damaged))
        {
            writer.Add("{\"a\":1}"u8);
            writer.Commit();
        }

        Clear(0, 64);
        var before = File.ReadAllBytes(Damaged);
        var toDamaged = Path.Combine(_folder, "to-damaged.blic");
        var toOutput = Path.Combine(_folder, "to-output.blic");
        File.WriteAllText(Output, "");
        File.CreateSymbolicLink(toDamaged, Damaged);
        File.CreateSymbolicLink(toOutput, Output);
        foreach (var output in (string[])[Damaged, toDamaged, Path.Combine(_folder, ".", "damaged.blic")])
        {
            Assert.Throws<ArgumentException>(() => CollectionRecovery.Recover(Damaged, output));
            Assert.Throws<ArgumentException>(() => Recover(Output, output));
        }

        Assert.Throws<ArgumentException>(() => Recover(Output, toOutput));
        Assert.Throws<ArgumentException>(() => CollectionRecovery.Recover(toDamaged, Damaged));
        Assert.Equal(before, File.ReadAllBytes(Damaged));

        void Recover(string output, string partial) =>
            CollectionRecovery.Recover(Damaged, output, new CollectionRecoveryOptions { PartialOutput = partial }, default);
    }

    [Fact]
    public void Strings_that_look_like_records_hide_no_records()
    {
        // The header of a footer of 1,015,679 bytes, written as it is because the commit is small.
        var headers = string.Join(',', Enumerable.Range(0, 100).Select(i => $"\"BLF\\u0003\\u007f\\u007f\\u000f\\u0000abcd{i}\""));
        using (var writer = CollectionWriter.Create(Damaged, new CollectionOptions { Layout = CollectionLayout.Rows }))
        {
            foreach (var document in (string[])["1", $"[{headers}]", $"\"{new string('x', 2_000_000)}\"", "4", "5"])
            {
                writer.Add(Encoding.UTF8.GetBytes(document));
                writer.Commit();
            }
        }

        Assert.True(File.ReadAllBytes(Damaged).AsSpan().IndexOf("BLF\u0003\u007f\u007f\u000f\0abcd99"u8) > 0);
        Clear(0, Superblock.DataStart);
        var report = CollectionRecovery.Recover(Damaged, Output);
        Assert.Equal((5, 5, 0), (report.CommitNumber, report.Documents, report.LostDocuments));
    }

    private void Clear(int start, int length)
    {
        var bytes = File.ReadAllBytes(Damaged);
        bytes.AsSpan(start, length).Clear();
        File.WriteAllBytes(Damaged, bytes);
    }
}
