using System.Globalization;
using System.Runtime.Intrinsics;
using System.Text;
using Blittable.Json;

namespace Blittable.Tests.Json;

[Trait(Category.Name, Category.Vector)]
public sealed unsafe class JsonEscapeKernelTests
{
    private const int Slack = 64;

    [Fact]
    public void Decoding_escapes_in_pairs_equals_decoding_them_one_by_one()
    {
        var random = new Random(20261128);
        for (var round = 0; round < 3000; round++)
        {
            var text = new StringBuilder();
            var ranges = new[] { 0x80, 0x800, 0xD800, 0x10000 };
            var most = ranges[random.Next(ranges.Length)];
            for (var count = random.Next(1, 12); count > 0; count--)
            {
                var unit = random.Next(random.Next(8) == 0 ? 0x10000 : most).ToString(random.Next(2) == 0 ? "x4" : "X4", CultureInfo.InvariantCulture);
                text.Append(random.Next(12) switch { 0 => "\\n", 1 => "ab", 2 => $"\\u{unit[..3]}g", _ => $"\\u{unit}" });
            }

            AssertSame(text.ToString());
        }
    }

    [Theory]
    [InlineData("\\u0041\\u00e9")]
    [InlineData("\\u4e2d\\u6587\\u0000\\u007f\\u0080\\u07FF\\u0800\\uFFFF")]
    [InlineData("\\ud83d\\ude00\\u0041\\u0042")]
    [InlineData("\\u0041\\ud83d\\ude00")]
    [InlineData("\\u00 1\\u0042")]
    [InlineData("\\u0041\\U0042")]
    public void Decoding_examples_in_pairs_equals_decoding_them_one_by_one(string text) => AssertSame(text);

    /// <summary>Decodes a run of escapes, in pairs or one by one, up to the first character that is not an escape.</summary>
    private static void AssertSame(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        using var guarded = new GuardedBytes(bytes);
        fixed (byte* source = guarded.Span)
        {
            var (expectedEnd, expected) = Decode(source, source + bytes.Length, usesPairs: false);
            var (end, actual) = Decode(source, source + bytes.Length, usesPairs: true);
            Assert.Equal(expectedEnd, end);
            Assert.Equal(expected, actual);
        }
    }

    private static (long End, byte[] Text) Decode(byte* source, byte* end, bool usesPairs)
    {
        var first = source;
        var output = new byte[(int)(end - source) + JsonEscapeKernel.MaxPairsLength + Slack];
        fixed (byte* start = output)
        {
            var to = start;
            while (source < end && *source == '\\')
            {
                var pairs = usesPairs ? JsonEscapeKernel.DecodePairs(source, end, ref to) : source;
                var next = pairs == source ? JsonEscapeKernel.Decode(source, end, ref to) : pairs;
                if (next == null)
                {
                    return (-1, []);
                }

                source = next;
            }

            return (source - first, output[..(int)(to - start)]);
        }
    }

    [Fact]
    public void Escapes_are_decoded_in_pairs_if_vectors_are_supported()
    {
        var bytes = "\\u4e2d\\u6587 and more"u8.ToArray();
        var output = new byte[JsonEscapeKernel.MaxPairsLength + Slack];
        fixed (byte* source = bytes, start = output)
        {
            var to = start;
            var end = JsonEscapeKernel.DecodePairs(source, source + bytes.Length, ref to);
            Assert.Equal(Vector128.IsHardwareAccelerated ? 12 : 0, end - source);
            Assert.Equal(Vector128.IsHardwareAccelerated ? "中文" : "", Encoding.UTF8.GetString(output, 0, (int)(to - start)));
        }
    }
}
