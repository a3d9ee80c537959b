using System.Text;
using Blittable.Layout;

namespace Blittable.Tests.Writing;

/// <summary>Disk mode tries to share and compress strings in contexts where that recently saved bytes, and elsewhere on a sample.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class ConverterGainTests
{
    private const string Sentence = "A sentence that stands in a document twice, and is long enough to be worth a reference.";

    private static readonly BlittableOptions _disk = new() { Mode = BlittableMode.Disk };
    private static readonly BlittableOptions _sharing = new() { Mode = BlittableMode.Disk, StringCompression = StringCompression.None };

    [Fact]
    public void A_property_with_unique_strings_is_not_shared_while_another_property_is()
    {
        var rows = Enumerable.Range(0, 2000).Select(i => $$"""{"id":"{{Code(i)}}","text":"{{Sentence}}{{i % 3}}"}""");
        using var document = BlittableDocument.Parse($"[{string.Join(',', rows)}]", _sharing);

        // Three distinct texts; each identifier once.
        Assert.InRange(document.Bytes.Length, 2000 * Code(0).Length, (2000 * (Code(0).Length + 16)) + (6 * Sentence.Length));
    }

    [Fact]
    public void Strings_that_begin_to_repeat_are_shared_after_a_while()
    {
        var unique = Enumerable.Range(0, 3000).Select(i => $"\"{Code(i)}\"");
        var repeating = Enumerable.Range(0, 3000).Select(i => $"\"{Code(i % 5)}\"");
        using var first = BlittableDocument.Parse($"[{string.Join(',', unique)}]", _sharing);
        using var both = BlittableDocument.Parse($"[{string.Join(',', unique.Concat(repeating))}]", _sharing);

        // One string in 32 is tried until enough are found: at most a part of the second half is written again.
        Assert.InRange(both.Bytes.Length - first.Bytes.Length, 3000, 3000 * Code(0).Length / 3);
    }

    [Fact]
    public void Codes_in_objects_whose_names_are_data_stay_raw()
    {
        var members = Enumerable.Range(0, 400).Select(i => $"\"{i * 7919}\":\"{Code(i)}\"");
        using var document = BlittableDocument.Parse($"{{{string.Join(',', members)}}}", _disk);

        // Codes that Smaz cannot shorten stay raw, whether it was tried or not.
        foreach (var property in document.Root.EnumerateObject())
        {
            Assert.True(IsRaw(property.Value));
        }
    }

    [Fact]
    public void Smaz_resumes_when_it_saves_bytes_again()
    {
        var codes = string.Join(',', Enumerable.Range(0, 4000).Select(i => $"\"{Code(i)}\""));
        var prose = string.Join(',', Enumerable.Range(0, 2000).Select(i => $"\"{i} times it was the best of times, and the worst of times, and the age of wisdom\""));
        var json = $"[{codes},{prose}]";

        using var document = BlittableDocument.Parse(json, _disk with { ShareValues = false });

        Assert.Equal(json, document.Root.ToJson());
        Assert.True(IsRaw(document.Root[3999]));
        Assert.Equal(Tag.EncodedString, document.Bytes.Span[document.Root[5999].Address]);
    }

    [Fact]
    public void Documents_are_restored_regardless_of_skipped_trials()
    {
        using var converter = new BlittableConverter(_disk);
        for (var i = 0; i < 2000; i++)
        {
            var json = (i % 3) switch
            {
                0 => Codes(i),
                1 => Encoding.UTF8.GetBytes($$"""{"first":"{{Sentence}}","second":"{{Sentence}}"}"""),
                _ => Encoding.UTF8.GetBytes($$"""{"first":"{{Sentence}} One","second":"{{Sentence}} Two"}"""),
            };
            Assert.Equal(Encoding.UTF8.GetString(json), BlittableValue.Open(converter.Convert(json)).ToJson());
        }
    }

    private static byte[] Codes(int i) => Encoding.UTF8.GetBytes($$"""{"first":"{{Code(i)}}","second":"{{Code(i + 5000)}}"}""");

    /// <summary>Forty-eight bytes that do not begin alike and cannot be compressed.</summary>
    private static string Code(int i) => string.Concat(Enumerable.Range(i * 8, 8).Select(n => $"{n * 7919 % 10007:X4}.K"));

    private static bool IsRaw(BlittableValue value) => value.Document[value.Address] is Tag.String16 or (>= Tag.ShortString and <= Tag.ShortStringLast);
}
