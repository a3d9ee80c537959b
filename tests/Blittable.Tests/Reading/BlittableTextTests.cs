using System.Text;
using Blittable.Strings;
using Blittable.Tests.Json;

namespace Blittable.Tests.Reading;

/// <summary>Cached state never makes a prepared text equal to another string. Each comparison is repeated with a text that has no cached state.</summary>
[Trait(Category.Name, Category.Vector)]
public class BlittableTextTests
{
    private static readonly string[] Texts =
    [
        "", "a", "it", "the", "word", "of the people and it", "of the people and in", "of the people and its", "Of the people and it", "12345678901234",
        "12345678901235", "00ff00ff00ff00ff", "2024-02-29", "2024-02-29T12:34:56Z", "2024-02-29T12:34:56.0Z", "2024-02-29T12:34:57Z",
        "01234567-89ab-cdef-0123-456789abcdef", "https://www.example.org/the/way/of/all/things/1", "https://www.example.org/the/way/of/all/things/2",
        "été à la mer, où il fait beau", "日本語の文字列", "\0\u0001\"\\", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        string.Concat(Enumerable.Repeat("the other side of the world. ", 3)), string.Concat(Enumerable.Repeat("the other side of the world. ", 17)),
        string.Concat(Enumerable.Repeat("the other side of the world. ", 30)), new('é', 70), new('x', 70_000),
    ];

    public static TheoryData<BlittableMode, StringCompression, bool, bool> Options()
    {
        var options = new TheoryData<BlittableMode, StringCompression, bool, bool> { { BlittableMode.Memory, StringCompression.Smaz, false, false } };
        foreach (var compression in Enum.GetValues<StringCompression>())
        {
            options.Add(BlittableMode.Disk, compression, false, false);
            options.Add(BlittableMode.Disk, compression, true, false);
            options.Add(BlittableMode.Disk, compression, true, true);
        }

        return options;
    }

    [Theory]
    [MemberData(nameof(Options))]
    public void A_prepared_text_equals_the_same_strings_as_an_ordinary_text(
        BlittableMode mode, StringCompression compression, bool hasDictionary, bool hasFrequentStrings)
    {
        var json = Encoding.UTF8.GetBytes(System.Text.Json.JsonSerializer.Serialize(Texts.Concat(Texts)));
        var dictionary = hasDictionary
            ? BlittableDictionary.Train([json, json, json], new BlittableTrainingOptions { FrequentStrings = hasFrequentStrings }) : null;
        var options = new BlittableOptions { Mode = mode, StringCompression = compression, Dictionary = dictionary };
        using var document = BlittableDocument.Parse(json, options);
        var bytes = document.Bytes.ToArray();
        for (var round = 0; round < 3; round++)
        {
            AssertAgrees(document.Root, round);
            AssertAgrees(BlittableValue.Open(bytes, dictionary), round);
        }
    }

    [Fact]
    public void A_text_equals_every_form_in_which_documents_store_it()
    {
        const string text = "of the people and it";
        var json = Encoding.UTF8.GetBytes($"[\"{text}\",\"of the people and in\"]");
        var prepared = new BlittableText(text);
        var dictionary = BlittableDictionary.Train([json, json]);
        var documents = Enum.GetValues<StringCompression>()
            .Select(compression => Convert(json, BlittableOptions.Balanced with { StringCompression = compression }))
            .Append(Convert(json, BlittableOptions.Smallest with { Dictionary = dictionary }))
            .Append(Convert(json, BlittableOptions.Fastest)).ToArray();

        for (var round = 0; round < 50; round++)
        {
            foreach (var bytes in documents)
            {
                var root = BlittableValue.Open(bytes, dictionary);
                Assert.True(root[0].TextEquals(prepared));
                Assert.False(root[1].TextEquals(prepared));
                Assert.False(root.TextEquals(prepared));
                Assert.False(default(BlittableValue).TextEquals(prepared));
            }
        }
    }

    [Fact]
    public void The_same_codes_with_another_symbol_table_are_another_text()
    {
        var one = Of("abcdefgh");
        var other = Of("stuvwxyz");
        var oneRoot = BlittableValue.Open(one.Bytes, one.Dictionary);
        var otherRoot = BlittableValue.Open(other.Bytes, other.Dictionary);
        var prepared = new BlittableText(one.Text);

        Assert.True(oneRoot[0].TextEquals(prepared));
        Assert.True(oneRoot[0].TextEquals(prepared));
        Assert.Equal(one.Bytes[oneRoot[0].Address..oneRoot.Address], other.Bytes[otherRoot[0].Address..otherRoot.Address]);
        Assert.False(otherRoot[0].TextEquals(prepared));
        Assert.True(otherRoot[0].TextEquals(new BlittableText(other.Text)));

        static (string Text, byte[] Bytes, BlittableDictionary Dictionary) Of(string word)
        {
            var text = string.Concat(Enumerable.Repeat(word, 3));
            var json = Encoding.UTF8.GetBytes($"[\"{text}\"]");
            var dictionary = BlittableDictionary.Train([json, json]);
            return (text, Convert(json, BlittableOptions.Smallest with { Dictionary = dictionary }), dictionary);
        }
    }

    [Theory]
    [InlineData(StringCompression.Smaz, "of the people and it")]
    [InlineData(StringCompression.General, "of the people and it")]
    [InlineData(StringCompression.Trained, "of the people and it")]
    [InlineData(StringCompression.Smaz, "12345678901234")]
    [InlineData(StringCompression.Smaz, "2024-02-29T12:34:56Z")]
    public void Comparing_a_prepared_text_with_a_damaged_document_gives_a_result_or_an_error(StringCompression compression, string text)
    {
        var json = Encoding.UTF8.GetBytes($"[1,\"{text}\",[2,\"{text}s\"]]");
        var dictionary = BlittableDictionary.Train([json, json]);
        var whole = Convert(json, BlittableOptions.Balanced with { StringCompression = compression, Dictionary = dictionary });
        var prepared = new BlittableText(text);
        Assert.True(Answer(whole, prepared));
        using var guarded = new GuardedBytes(whole);
        for (var at = 0; at < whole.Length; at++)
        {
            foreach (var change in (byte[])[1, 2, 3, 6, 8, 16, 64, 128, 255])
            {
                var damaged = whole.AsSpan().ToArray();
                damaged[at] ^= change;
                AssertAlike(guarded.Hold(damaged));
            }

            AssertAlike(guarded.Hold(whole.AsSpan(0, at)));
        }

        void AssertAlike(ReadOnlySpan<byte> damaged)
        {
            // Either comparison may reach the damage first.
            var (expected, found) = (Answer(damaged, new BlittableText(text)), Answer(damaged, prepared));
            Assert.True(expected == found || expected is null || found is null, $"Without a memory {expected}, with one {found}.");
        }

        bool? Answer(ReadOnlySpan<byte> bytes, BlittableText prepared)
        {
            try
            {
                return BlittableValue.Open(bytes, dictionary)[1].TextEquals(prepared);
            }
            catch (Exception exception) when (exception is BlittableException or ArgumentOutOfRangeException)
            {
                return null;
            }
        }
    }

    [Fact]
    public void Threads_can_share_a_text_while_its_cached_form_changes()
    {
        const string text = "of the people and it";
        var prepared = new BlittableText(text);
        var json = Encoding.UTF8.GetBytes($"[\"{text}\",\"of the people and in\"]");
        Parallel.For(0, 4, thread =>
        {
            var compression = thread % 2 == 0 ? StringCompression.Smaz : StringCompression.General;
            var bytes = Convert(json, BlittableOptions.Balanced with { StringCompression = compression });
            for (var i = 0; i < 20_000; i++)
            {
                var root = BlittableValue.Open(bytes);
                Assert.True(root[0].TextEquals(prepared) && !root[1].TextEquals(prepared));
            }
        });
    }

    [Fact]
    public void Comparing_allocates_nothing_in_the_long_run_even_if_forms_keep_changing()
    {
        const string text = "of the people and it";
        var prepared = new BlittableText(text);
        var documents = Enum.GetValues<StringCompression>()
            .Select(compression => Convert(Encoding.UTF8.GetBytes($"[\"{text}\"]"), BlittableOptions.Balanced with { StringCompression = compression }))
            .ToArray();
        int Count()
        {
            var count = 0;
            foreach (var document in documents)
            {
                count += BlittableValue.Open(document)[0].TextEquals(prepared) ? 1 : 0;
            }

            return count;
        }

        // More than 2^9 misses, followed by fewer than 2^9 misses: no form is stored between the measurements.
        for (var i = 0; i < 600; i++)
        {
            Count();
        }

        var before = GC.GetAllocatedBytesForCurrentThread();
        var count = Count();

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
        Assert.Equal(documents.Length, count);
    }

    [Fact]
    public void A_text_has_the_value_it_was_created_with()
    {
        var text = new BlittableText("été");

        Assert.Equal("été"u8, text.Utf8);
        Assert.Equal("été", text.ToString());
        Assert.Equal(text, new BlittableText("été"u8));
        Assert.Equal(text.GetHashCode(), new BlittableText("été"u8).GetHashCode());
        Assert.NotEqual(text, new BlittableText("ete"));
        Assert.Throws<ArgumentException>(() => new BlittableText("\ud800"));
        Assert.Throws<ArgumentNullException>(() => new BlittableText((string)null!));
        Assert.Throws<ArgumentNullException>(() => default(BlittableValue).TextEquals((BlittableText)null!));
    }

    private static readonly BlittableText[] Prepared = Texts.Select(text => new BlittableText(text)).ToArray();

    private static void AssertAgrees(BlittableValue root, int round)
    {
        for (var i = 0; i < root.Count; i++)
        {
            for (var j = 0; j < Texts.Length; j++)
            {
                if (root[i].TextEquals(Prepared[j]) != (i % Texts.Length == j))
                {
                    Assert.Fail($"Round {round}: string {i} and text {j}.");
                }
            }
        }
    }

    private static byte[] Convert(byte[] json, BlittableOptions options)
    {
        using var converter = new BlittableConverter(options);
        return converter.Convert(json).ToArray();
    }
}
