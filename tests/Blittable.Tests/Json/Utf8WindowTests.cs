using System.Text;
using System.Text.Json;
using Blittable.Text;

namespace Blittable.Tests.Json;

/// <summary>UTF-8 is validated in windows. Strings are restored and errors are detected whatever sequence lies at the end of a window.</summary>
[Trait(Category.Name, Category.Vector)]
public class Utf8WindowTests
{
    /// <summary>Strings of one to four bytes per character, short, medium and longer than a window, with escapes and without.</summary>
    private static readonly string[] Pieces =
    [
        "é", "слова на русском языке, довольно длинные", "三字經", "😀😀😀", "plain ASCII", "mixed é и 三 😀", "\"зан\\с\n", new string('ж', 100), new string('字', 3000),
    ];

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Strings_are_restored_wherever_windows_end(BlittableMode mode)
    {
        var random = new Random(3);
        using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
        for (var shift = 0; shift < 200; shift++)
        {
            var json = Text(random, shift);
            var document = BlittableDocument.Open(converter.Convert(json).ToArray());
            Assert.True(JsonElement.DeepEquals(JsonDocument.Parse(json).RootElement, JsonDocument.Parse(document.Root.ToJson()).RootElement));
        }
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void An_invalid_UTF8_byte_is_refused_at_its_position(BlittableMode mode)
    {
        var random = new Random(4);
        using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
        for (var shift = 0; shift < 400; shift++)
        {
            var json = Text(random, shift % 80);
            int at;
            do
            {
                at = random.Next(json.Length);
            }
            while (json[at] < 0x80);
            json[at] = random.Next(3) switch { 0 => (byte)'x', 1 => 0xFF, _ => (byte)(json[at] ^ 0x40) };
            var expected = Utf8Validation.IndexOfInvalid(json);
            if (expected < 0)
            {
                continue;
            }

            var fault = Assert.Throws<BlittableException>(() => { converter.Convert(json); });
            Assert.Equal(BlittableErrorCode.InvalidUtf8, fault.Code);
            Assert.Equal(expected, fault.Offset);
        }
    }

    [Fact]
    public void The_bytes_of_a_truncated_sequence_are_counted()
    {
        foreach (var (text, open) in ((string, int)[])[("", 0), ("a", 0), ("aé", 0), ("字", 0), ("😀", 0)])
        {
            Assert.Equal(open, Utf8Validation.OpenBytes(Encoding.UTF8.GetBytes(text)));
        }

        foreach (var text in (string[])["é", "字", "😀"])
        {
            var bytes = Encoding.UTF8.GetBytes("a" + text);
            for (var count = 1; count < bytes.Length - 1; count++)
            {
                Assert.Equal(count, Utf8Validation.OpenBytes(bytes.AsSpan(0, 1 + count)));
            }
        }
    }

    private static byte[] Text(Random random, int shift)
    {
        var strings = Enumerable.Range(0, 120).Select(_ => $"\"{random.GetItems(Pieces, 1)[0].Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\n", "\\n")}\"");
        return Encoding.UTF8.GetBytes($"[\"{new string('-', shift)}\",{string.Join(",", strings)},{{\"имя\":\"{new string('é', shift)}\"}}]");
    }
}
