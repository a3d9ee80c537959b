using System.Text;
using System.Text.Json;
using System.Text.Unicode;
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
        Directory.CreateSymbolicLink(Path.Combine(_folder, "linked"), _folder);
        foreach (var output in (string[])[Damaged, toDamaged, Path.Combine(_folder, ".", "damaged.blic"), Path.Combine(_folder, "linked", "damaged.blic")])
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
        // The header of a footer of 1,015,679 bytes, written as it is because the commit is small. Its offset follows, which is known after a first attempt.
        byte[] header = [.. SealedRecord.Seal(SealedRecord.Footer, [])[..4], 0x7F, 0x7F, 0x0F, 0x00, .. "abcd"u8];
        const string anyOffset = "\u0080\0";
        var offsets = Enumerable.Repeat(anyOffset, 1_000).ToArray();
        for (var attempt = 0; attempt < 2; attempt++)
        {
            using (var writer = CollectionWriter.Create(Damaged, new CollectionOptions { Layout = CollectionLayout.Rows }))
            {
                var strings = JsonSerializer.Serialize(offsets.Select(offset => Encoding.UTF8.GetString(header) + offset + "end"));
                foreach (var document in (string[])["1", strings, $"\"{new string('x', 2_000_000)}\"", "4", "5"])
                {
                    writer.Add(Encoding.UTF8.GetBytes(document));
                    writer.Commit();
                }
            }

            var bytes = File.ReadAllBytes(Damaged);
            var at = 0;
            for (var i = 0; i < offsets.Length; i++, at++)
            {
                at += bytes.AsSpan(at).IndexOf(header);
                offsets[i] = attempt == 0 ? TextOf(at) ?? anyOffset : SealedRecord.IsAt(bytes.AsSpan(at), at) ? "found" : "";
            }
        }

        Assert.True(offsets.Contains("found"), string.Join(' ', offsets.Take(5)));
        Clear(0, Superblock.DataStart);
        var report = CollectionRecovery.Recover(Damaged, Output);
        Assert.Equal((5, 5, 0), (report.CommitNumber, report.Documents, report.LostDocuments));

        // The bytes of the number are text if the first two are a character.
        static string? TextOf(int offset)
        {
            byte[] number = [(byte)(offset | 0x80), (byte)((offset >> 7) | 0x80), (byte)(offset >> 14)];
            return Utf8.IsValid(number) ? Encoding.UTF8.GetString(number) : null;
        }
    }

    private void Clear(int start, int length)
    {
        var bytes = File.ReadAllBytes(Damaged);
        bytes.AsSpan(start, length).Clear();
        File.WriteAllBytes(Damaged, bytes);
    }
}
