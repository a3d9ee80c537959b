using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Blittable.Text;

namespace Blittable.Tests.Text;

/// <summary>Texts that begin alike and diverge at any position.</summary>
[Trait(Category.Name, Category.Vector)]
public class RelatedTextsTests
{
    private static readonly JsonSerializerOptions Relaxed = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    [Theory]
    [InlineData(10, 40)]
    [InlineData(100, 5)]
    [InlineData(1_000, 1)]
    public void Documents_of_texts_that_begin_alike_are_restored(int count, int documents)
    {
        foreach (var options in RoundTrip.Options())
        {
            using var converter = new BlittableConverter(options);
            for (var seed = 1; seed <= documents; seed++)
            {
                var json = Rendered(Document(new RelatedTexts(seed), count));
                RoundTrip.AssertSame(json, converter.Convert(json).ToArray(), options);
            }
        }
    }

    [Fact]
    public void Documents_with_a_dictionary_are_restored()
    {
        for (var seed = 1; seed <= 3; seed++)
        {
            var texts = new RelatedTexts(seed);
            var documents = Enumerable.Range(0, 60).Select(_ => Rendered(Document(texts, texts.Random.Next(1, 30)))).ToArray();
            var samples = documents.Concat(documents[..20]).Select(json => (ReadOnlyMemory<byte>)json);
            var dictionary = BlittableDictionary.Train(samples, new BlittableTrainingOptions { FrequentStrings = seed > 1 });
            foreach (var options in RoundTrip.Options(dictionary))
            {
                using var converter = new BlittableConverter(options);
                foreach (var json in documents)
                {
                    RoundTrip.AssertSame(json, converter.Convert(json).ToArray(), options);
                }
            }
        }
    }

    [Fact]
    public void The_start_of_a_text_can_be_decoded_up_to_any_byte()
    {
        var texts = new RelatedTexts(3);
        var random = texts.Random;
        for (var round = 0; round < 60; round++)
        {
            var text = Encoding.UTF8.GetBytes(texts.Next());
            var trained = SymbolTable.Train([text, Encoding.UTF8.GetBytes(texts.Next())]);
            foreach (var compression in Enum.GetValues<StringCompression>())
            {
                var codes = new byte[StringCodec.MaxEncodedLength(text.Length) + 100];
                random.NextBytes(codes);
                var encoding = StringCodec.Compress(text, compression, trained, codes, out var written);
                codes = encoding == StringEncoding.Raw ? text : codes[..(written + random.Next(100))];
                Assert.True(SymbolTableView.TryOpen(trained.Saved.Span, out var inPlace));
                for (var goal = 1; goal <= text.Length; goal++)
                {
                    var destination = new byte[goal + 256 + (random.Next(2) * StringCodec.SpareBytes)];
                    if (!StringCodec.TryDecodeStart(encoding, codes, goal, text.Length, random.Next(2) == 0 ? trained.View : inPlace, destination)
                        || !destination.AsSpan(0, goal).SequenceEqual(text.AsSpan(0, goal)))
                    {
                        Assert.Fail($"Round {round}: the first {goal} bytes by {encoding}.");
                    }
                }
            }
        }
    }

    /// <summary>Returns objects that contain texts, with names that are texts.</summary>
    private static object[] Document(RelatedTexts texts, int count) => Enumerable.Range(0, count).Select(i => texts.Random.Next(4) switch
    {
        0 => new { Name = texts.Next(), Description = texts.Next(), Number = i },
        1 => new[] { texts.Next(), texts.Next(), texts.Next() },
        2 => new Dictionary<string, object> { [texts.Next()] = i, ["url"] = texts.Next() },
        _ => (object)texts.Next(),
    }).ToArray();

    /// <summary>Returns the JSON of a value as documents render it: with the fewest escapes.</summary>
    private static byte[] Rendered(object value)
    {
        using var document = BlittableDocument.Parse(JsonSerializer.SerializeToUtf8Bytes(value, Relaxed), BlittableOptions.Fastest);
        return Encoding.UTF8.GetBytes(document.Root.ToJson());
    }
}
