using System.Buffers;
using System.Text;
using System.Text.Json;
using Blittable.Layout;
using Blittable.Tests.Json;

namespace Blittable.Tests.Text;

/// <summary>Damage to texts that begin alike: in their codes, in references to the start of another text, and in lengths.</summary>
[Trait(Category.Name, Category.Vector)]
public class DamagedTextsTests
{
    private const int Documents = 4, Attempts = 40;

    /// <summary>The maximum number of strings to visit: damage can turn a few bytes into many strings.</summary>
    private const int MaxVisits = 300;

    [Fact]
    public void Damaged_texts_are_refused_or_every_way_to_read_them_agrees()
    {
        var random = new Random(6);
        for (var seed = 1; seed <= Documents; seed++)
        {
            var texts = new RelatedTexts(seed);
            var json = JsonSerializer.SerializeToUtf8Bytes(Enumerable.Range(0, 10 * seed).Select(_ => texts.Next()));
            var dictionary = BlittableDictionary.Train([json, json], new BlittableTrainingOptions { FrequentStrings = seed % 2 == 0 });
            foreach (var options in RoundTrip.Options().Concat(RoundTrip.Options(dictionary)))
            {
                using var converter = new BlittableConverter(options);
                var sound = converter.Convert(json).ToArray();
                for (var attempt = 0; attempt < Attempts; attempt++)
                {
                    AssertRead(Damage(sound, random), options.Dictionary);
                }
            }
        }
    }

    /// <summary>Changes a few bytes, most of them near tags of encoded strings or in the trailer.</summary>
    private static byte[] Damage(byte[] sound, Random random)
    {
        byte[] wide = [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF, Tag.ContinuedString, Tag.EncodedString, Tag.String16];
        var bytes = sound.ToArray();
        for (var count = random.Next(1, 4); count > 0; count--)
        {
            var at = random.Next(bytes.Length);
            var tag = bytes.AsSpan(at).IndexOfAnyInRange(Tag.EncodedString, Tag.ContinuedString);
            at = random.Next(6) switch { 0 => Math.Max(0, bytes.Length - 1 - random.Next(20)), < 4 when tag >= 0 => at + tag + random.Next(6), _ => at };
            bytes[Math.Min(at, bytes.Length - 1)] = random.Next(2) == 0 ? wide[random.Next(wide.Length)] : (byte)random.Next(256);
        }

        return random.Next(20) == 0 ? bytes[..random.Next(1, bytes.Length)] : bytes;
    }

    private static void AssertRead(byte[] bytes, BlittableDictionary? dictionary)
    {
        using var guarded = new GuardedBytes(bytes);
        Try(() => BlittableValue.Open(guarded.Span, dictionary).WriteJson(new ArrayBufferWriter<byte>()));
        Try(() =>
        {
            var visits = 0;
            foreach (var text in BlittableValue.Open(guarded.Span, dictionary).EnumerateArray())
            {
                AssertRead(text);
                if (++visits == MaxVisits)
                {
                    break;
                }
            }
        });
        if (Try(() => BlittableDocument.Open(bytes, dictionary).Validate()))
        {
            AssertValid(BlittableDocument.Open(bytes, dictionary));
        }
    }

    /// <summary>Asserts that a string that can be read compares equal to its text and can be copied.</summary>
    private static void AssertRead(BlittableValue value)
    {
        try
        {
            if (value.TryGetString(out var text) && !text.Contains(Rune.ReplacementChar.ToString(), StringComparison.Ordinal))
            {
                var copy = new byte[Encoding.UTF8.GetByteCount(text)];
                Assert.True(value.TextEquals(text));
                Assert.True(value.TryCopyUtf8(copy, out var written));
                Assert.Equal(text, Encoding.UTF8.GetString(copy.AsSpan(0, written)));
            }
        }
        catch (BlittableException)
        {
        }
    }

    /// <summary>Asserts that a valid document renders the strings that are read from it.</summary>
    private static void AssertValid(BlittableDocument document)
    {
        using var rendered = JsonDocument.Parse(document.Root.ToJson());
        if (document.Root.Kind == BlittableValueKind.Array)
        {
            var expected = rendered.RootElement.EnumerateArray();
            foreach (var text in document.Root.EnumerateArray())
            {
                Assert.True(expected.MoveNext());
                Assert.True(text.Kind != BlittableValueKind.String || text.GetString() == expected.Current.GetString());
            }
        }
    }

    private static bool Try(Action action)
    {
        try
        {
            action();
            return true;
        }
        catch (BlittableException)
        {
            return false;
        }
    }
}
