using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Text;
using Blittable.Layout;

namespace Blittable.Tests;

/// <summary>Saved dictionaries: complete ones, changes between versions, and damaged bytes.</summary>
public class BlittableDictionarySavingTests
{
    private static readonly ConcurrentDictionary<(Guid Id, int Version), byte[]> Saved = new();

    [Fact]
    public void A_loaded_dictionary_equals_the_saved_one()
    {
        var dictionary = Grown();
        var loaded = BlittableDictionary.Load(dictionary.Save());
        Assert.Equal(
            (dictionary.Id, dictionary.Version, dictionary.ShapeCount, dictionary.StringCount, dictionary.SymbolTableCount),
            (loaded.Id, loaded.Version, loaded.ShapeCount, loaded.StringCount, loaded.SymbolTableCount));
        Assert.Equal(dictionary.Save(), loaded.Save());
    }

    [Fact]
    public void An_empty_dictionary_is_saved_and_loaded()
    {
        var dictionary = new BlittableDictionary();
        Assert.Equal((dictionary.Id, 0), (BlittableDictionary.Load(dictionary.Save()).Id, BlittableDictionary.Load(dictionary.Save()).Version));
    }

    [Fact]
    public void Changes_bring_a_copy_up_to_date()
    {
        var dictionary = Grown();
        for (var version = 0; version <= dictionary.Version; version++)
        {
            var copy = Copy(dictionary, version);
            Assert.Equal(version, copy.Version);
            Assert.Equal(dictionary.Version, copy.Apply(dictionary.SaveChanges(version)));
            Assert.Equal(dictionary.Save(), copy.Save());
        }
    }

    [Fact]
    public void Changes_that_a_copy_already_has_are_skipped()
    {
        var dictionary = Grown();
        var copy = Copy(dictionary, 2);
        Assert.Equal(2, copy.Apply(Copy(dictionary, 1).Save()));
        Assert.Equal(3, copy.Apply(dictionary.SaveChanges(1)));
        Assert.Equal(3, copy.Apply(dictionary.Save()));
        Assert.Equal(dictionary.Save(), copy.Save());
    }

    [Fact]
    public void Changes_after_a_gap_are_refused()
    {
        var dictionary = Grown();
        var copy = Copy(dictionary, 1);
        var error = Assert.Throws<BlittableException>(() => copy.Apply(dictionary.SaveChanges(2)));
        Assert.Equal(BlittableErrorCode.DictionaryOutdated, error.Code);
        Assert.Equal(1, copy.Version);
        Assert.Equal(BlittableErrorCode.DictionaryOutdated, Assert.Throws<BlittableException>(() => BlittableDictionary.Load(dictionary.SaveChanges(2))).Code);
    }

    [Fact]
    public void Changes_of_another_dictionary_are_refused()
    {
        var error = Assert.Throws<BlittableException>(() => Grown().Apply(Grown().Save()));
        Assert.Equal(BlittableErrorCode.DictionaryMismatch, error.Code);
    }

    [Fact]
    public void Changes_for_a_copy_that_has_diverged_are_refused()
    {
        var dictionary = Grown();
        var fork = Copy(dictionary, 2);
        Learn(fork, "fork");
        Learn(fork, "forked");
        foreach (var since in (int[])[0, 2, 3])
        {
            var error = Assert.Throws<BlittableException>(() => dictionary.Apply(fork.SaveChanges(since)));
            Assert.Equal(BlittableErrorCode.DictionaryMismatch, error.Code);
            Assert.Contains("version 3", error.Message, StringComparison.Ordinal);
        }

        Assert.Equal(3, dictionary.Version);
    }

    [Fact]
    public void A_version_that_does_not_exist_has_no_changes()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => Grown().SaveChanges(4));
        Assert.Throws<ArgumentOutOfRangeException>(() => Grown().SaveChanges(-1));
    }

    [Fact]
    public void Every_flipped_bit_is_detected()
    {
        var saved = Grown().Save();
        for (var bit = 0; bit < 8 * saved.Length; bit++)
        {
            saved[bit >> 3] ^= (byte)(1 << (bit & 7));
            var error = Assert.Throws<BlittableException>(() => BlittableDictionary.Load(saved));
            Assert.True(error.Code is BlittableErrorCode.InvalidData or BlittableErrorCode.UnsupportedVersion, $"bit {bit}: {error.Code}");
            saved[bit >> 3] ^= (byte)(1 << (bit & 7));
        }
    }

    [Fact]
    public void Truncated_bytes_are_refused_wherever_they_end()
    {
        var saved = Grown().Save();
        for (var length = 0; length < saved.Length; length++)
        {
            Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableDictionary.Load(saved.AsSpan(0, length))).Code);
        }
    }

    [Fact]
    public void Damage_with_a_correct_checksum_is_an_error_or_another_dictionary_and_leaves_the_copy_unchanged()
    {
        var dictionary = Grown();
        var copy = Copy(dictionary, 1);
        var before = State(copy);
        var changes = dictionary.SaveChanges(1);
        var refused = 0;
        for (var at = 5; at < changes.Length - sizeof(uint); at++)
        {
            foreach (var value in (byte[])[0, 1, 0x7F, 0xFF])
            {
                var damaged = changes.AsSpan().ToArray();
                damaged[at] = value;
                var body = damaged.AsSpan(0, changes.Length - sizeof(uint));
                BinaryPrimitives.WriteUInt32LittleEndian(damaged.AsSpan(body.Length), Crc32C.Compute(body));
                try
                {
                    copy.Apply(damaged);
                    copy = Copy(dictionary, 1);
                }
                catch (BlittableException)
                {
                    refused++;
                    Assert.Equal(before, State(copy));
                }
            }
        }

        Assert.True(refused > changes.Length, $"{refused} refused");
        Assert.Equal(3, copy.Apply(changes));
        Assert.Equal(dictionary.Save(), copy.Save());
    }

    [Fact]
    public void A_small_file_cannot_claim_a_large_size()
    {
        // The dictionary in FORMAT.md, modified to claim changes in a 14-byte stream that expands to 256 MB.
        byte[] file =
        [
            0xFF, 0x42, 0x4C, 0x44, 1, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF, 0, 1,
            0x80, 0x80, 0x80, 0x80, 0x01, 0x0E,
            0x0D, 1, 1, 1, 0x6B, 2, 1, 5, 0x68, 0x65, 0x6C, 0x6C, 0x6F,
            0, 0, 0, 0, 0,
        ];
        BinaryPrimitives.WriteUInt32LittleEndian(file.AsSpan(file.Length - sizeof(uint)), Crc32C.Compute(file.AsSpan(0, file.Length - sizeof(uint))));
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableDictionary.Load(file)).Code);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
    }

    /// <summary>Returns what a refused change could alter. The fingerprint covers the contents of all versions; saving would compress them each time.</summary>
    private static (int Version, Guid Fingerprint, int Shapes, int Strings, int SymbolTables) State(BlittableDictionary dictionary) =>
        (dictionary.Version, dictionary.GetFingerprint(dictionary.Version), dictionary.ShapeCount, dictionary.StringCount, dictionary.SymbolTableCount);

    /// <summary>A dictionary of three versions, with shapes, strings and symbol tables.</summary>
    private static BlittableDictionary Grown()
    {
        var dictionary = new BlittableDictionary();
        Saved[(dictionary.Id, 0)] = dictionary.Save();
        Learn(dictionary, "first");
        Learn(dictionary, "second");
        Learn(dictionary, "third");
        Assert.Equal(3, dictionary.Version);
        return dictionary;
    }

    private static void Learn(BlittableDictionary dictionary, string name)
    {
        var texts = Enumerable.Range(0, 200).Select(i =>
            (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes($$"""{"{{name}}":"a text about {{name}} with number {{i}} in it","kind":"always {{name}}"}"""));
        var version = dictionary.Retrain(texts, new BlittableTrainingOptions { FrequentStrings = true });
        Saved[(dictionary.Id, version)] = dictionary.Save();
    }

    /// <summary>Returns a copy of the dictionary at the given version.</summary>
    private static BlittableDictionary Copy(BlittableDictionary dictionary, int version) => BlittableDictionary.Load(Saved[(dictionary.Id, version)]);
}
