using System.Text;

namespace Blittable.Tests.Rendering;

/// <summary>Values longer than a buffer are rendered in pieces: the room requested from the output does not depend on the length of the value.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class LongValueTests
{
    /// <summary>The maximum number of bytes that a value may request at once, regardless of its length.</summary>
    private const int MostRoom = 1 << 17;

    /// <summary>The maximum length of a value that is written in one piece.</summary>
    private const int LongValue = 1 << 14;

    private static readonly BlittableOptions[] Kinds =
    [
        new(),
        BlittableOptions.Balanced,
        BlittableOptions.Balanced with { StringCompression = StringCompression.General },
        BlittableOptions.Smallest,
    ];

    public static TheoryData<string> Texts =>
    [
        "one of the texts that Smaz makes short, ",
        "\\n\\u0001\\\"\\\\",
        "and the rest, which is \\\"quoted\\\" here and there\\n",
        "0123456789",
        "Grüße aus Österreich, ",
        "ÿþ😀",
    ];

    [Theory]
    [MemberData(nameof(Texts))]
    public void A_long_string_is_restored_through_small_buffers(string part)
    {
        // The longest strings cost most of the time, so one text is enough.
        int[] lengths = part == "0123456789" ? [LongValue - 40, LongValue, LongValue + 1, 5 * LongValue, 400_001] : [LongValue - 40, LongValue, LongValue + 1, 5 * LongValue];
        foreach (var options in Kinds)
        {
            foreach (var length in lengths)
            {
                var text = string.Concat(Enumerable.Repeat(part, (length / part.Length) + 1));
                AssertRendered($"[\"{text}\",1,\"{text}\",[\"{text}\"]]", options);
                AssertRendered($"{{\"a\":\"x{text}y\",\"b\":\"the same start of two strings: {text}1\",\"c\":\"the same start of two strings: {text}2\"}}", options);
            }
        }
    }

    [Fact]
    public void A_long_number_is_restored_through_small_buffers()
    {
        var number = $"-{new string('7', 300_000)}.{new string('3', 300_000)}e-17";
        foreach (var options in Kinds)
        {
            AssertRendered($"[{number},{number}]", options);
            AssertRendered(number, options);
        }
    }

    [Theory]
    [InlineData(LongValue)]
    [InlineData(400_000)]
    [InlineData(400_001)]
    [InlineData(400_002)]
    public void Long_binary_data_is_restored_through_small_buffers(int length)
    {
        var data = new byte[length];
        new Random(length).NextBytes(data);
        using var builder = new BlittableBuilder(BlittableOptions.Balanced);
        builder.WriteStartArray();
        builder.WriteBinary(data);
        builder.WriteNumber(1);
        builder.WriteEndArray();
        using var document = builder.ToDocument();

        AssertRendered($"[\"{Convert.ToBase64String(data)}\",1]", document.Root);
    }

    [Fact]
    public void Memory_for_rendering_a_string_does_not_depend_on_its_length()
    {
        static long Allocated(int length)
        {
            using var document = BlittableDocument.Parse($"[\"{string.Concat(Enumerable.Repeat("and the rest \\\"of it\\\" ", length / 20))}\"]", BlittableOptions.Balanced);
            document.Root.WriteJson(Stream.Null);
            var before = GC.GetAllocatedBytesForCurrentThread();
            document.Root.WriteJson(Stream.Null);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        Assert.InRange(Allocated(8_000_000), 0, Allocated(500_000) + 1024);
    }

    [Fact]
    public void Codes_that_end_early_within_a_long_string_are_an_error()
    {
        var json = $"[\"{string.Concat(Enumerable.Repeat("one of the texts that Smaz makes short, ", 1000))}\"]";
        using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);
        var bytes = document.Bytes.ToArray();
        bytes[2] ^= 0x40; // the length of the text

        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).WriteJson(new StingyWriter())).Code);
    }

    private static void AssertRendered(string json, BlittableOptions options)
    {
        using var document = BlittableDocument.Parse(json, options);
        AssertRendered(json, document.Root);
    }

    private static void AssertRendered(string json, in BlittableValue root)
    {
        foreach (var more in new[] { 0, 1, 999, 100_000 })
        {
            var stingy = new StingyWriter(more);
            root.WriteJson(stingy);
            Assert.Equal(json, Encoding.UTF8.GetString(stingy.Written));
            Assert.InRange(stingy.LargestHint, 0, MostRoom);
        }

        var indented = new StingyWriter();
        root.WriteJson(indented, indented: true);
        Assert.InRange(indented.LargestHint, 0, MostRoom);
        Assert.Equal(json, BlittableDocument.Parse(indented.Written).Root.ToJson());
    }
}
