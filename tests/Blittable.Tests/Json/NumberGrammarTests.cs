using System.Text;
using System.Text.Json;
using Blittable.Json;
using Blittable.Writing;

namespace Blittable.Tests.Json;

/// <summary>Both modes accept exactly the numbers that System.Text.Json accepts, at every position in a text.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class NumberGrammarTests
{
    /// <summary>One character for each role in the grammar, and one character without a role.</summary>
    private const string Alphabet = "01-+.e,";

    private static readonly BlittableOptions[] Options =
    [
        new(),
        new() { Mode = BlittableMode.Disk },
        new() { Mode = BlittableMode.Disk, ShareValues = false },
    ];

    /// <summary>The text around a number: short texts are read from a copy, long texts in place, and the end of long texts from a copy again.</summary>
    private static readonly (string Before, string After)[] Places =
    [
        ("", ""),
        ("[", "]"),
        ("{\"a\":", "}"),
        ($"[{new string(' ', 1200)}", $",1{new string(' ', 1200)}]"),
        ($"[{string.Concat(Enumerable.Repeat("1.5,", 400))}", "]"),
    ];

    [Fact]
    public void Every_text_of_up_to_six_characters_is_judged_like_SystemTextJson()
    {
        var kernels = Kernels();
        var text = new char[6];
        for (var length = 1; length <= text.Length; length++)
        {
            for (var number = 0; number < (int)Math.Pow(Alphabet.Length, length); number++)
            {
                var rest = number;
                for (var i = 0; i < length; i++, rest /= Alphabet.Length)
                {
                    text[i] = Alphabet[rest % Alphabet.Length];
                }

                // A text that does not begin like a number is refused at its first character.
                if (text[0] is '0' or '1' or '-')
                {
                    AssertVerdicts(kernels, Encoding.UTF8.GetBytes($"[{text.AsSpan(0, length)}]"), withSlowReader: length < text.Length);
                }
            }
        }
    }

    [Fact]
    public void Long_texts_are_judged_like_SystemTextJson_at_every_position()
    {
        var kernels = Kernels();
        var random = new Random(42);
        var numbers = 0;
        for (var round = 0; round < 4000; round++)
        {
            var number = LongText(random);
            foreach (var (before, after) in Places)
            {
                numbers += AssertVerdicts(kernels, Encoding.UTF8.GetBytes(before + number + after), withSlowReader: true) ? 1 : 0;
            }
        }

        Assert.InRange(numbers, 4000, 16000);
    }

    [Theory]
    [InlineData("[1.2.3]", "1.2.3", 1)]
    [InlineData("[1e]", "1e", 1)]
    [InlineData("{\"a\": 0e+-1}", "0e+-1", 6)]
    [InlineData("[1,192.168.0.1]", "192.168.0.1", 3)]
    [InlineData("[-]", "-", 1)]
    [InlineData("[007]", "007", 1)]
    [InlineData("[-Infinity]", "-Infinity", 1)]
    [InlineData("[1.2345678901234567890123456789012345678901234567890.]", "1.23456789012345678901234567890123456789…", 1)]
    public void An_error_shows_the_number_and_its_position(string json, string number, int offset)
    {
        foreach (var options in Options)
        {
            using var converter = new BlittableConverter(options);
            var lines = Encoding.UTF8.GetBytes("[]\n" + json + "\n");
            var fault = Assert.Throws<BlittableException>(() => converter.Convert("\n\n" + json));
            Assert.Equal(BlittableErrorCode.InvalidNumber, fault.Code);
            Assert.Equal((2 + offset, 3, offset + 1), (fault.Offset, fault.Line, fault.Column));
            Assert.Equal($"The number '{number}' at byte {2 + offset} (line 3, column {offset + 1}) is not valid JSON.", fault.Message);
            fault = Assert.Throws<BlittableException>(() =>
            {
                foreach (var document in converter.ConvertLines(lines))
                {
                }
            });
            Assert.Equal((3 + offset, 2, offset + 1), (fault.Offset, fault.Line, fault.Column));
        }
    }

    [Theory]
    [InlineData("-")]
    [InlineData("1.")]
    [InlineData("[1.5e")]
    [InlineData("[1.5e+")]
    public void A_text_that_ends_within_a_number_is_reported_as_truncated(string json)
    {
        foreach (var options in Options)
        {
            using var converter = new BlittableConverter(options);
            var fault = Assert.Throws<BlittableException>(() => converter.Convert(json));
            Assert.Equal(BlittableErrorCode.UnexpectedEnd, fault.Code);
            Assert.Contains($"'{json.TrimStart('[')}'", fault.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Range_and_precision_are_checked_on_access()
    {
        var digits = new string('7', 400);
        using var document = BlittableDocument.Parse($"[1e400,-1e-400,{digits}.{digits},1e999999999999999999999]");
        document.Validate();
        Assert.Equal($"[1e400,-1e-400,{digits}.{digits},1e999999999999999999999]", document.Root.ToJson());
        Assert.Equal(BlittableErrorCode.NumberOutOfRange, Assert.Throws<BlittableException>(() => document.Root[0].GetDecimal()).Code);
    }

    [Fact]
    public void Unchecked_invalid_numbers_are_refused_when_they_are_read()
    {
        using var converter = new BlittableConverter(new BlittableOptions { ValidateNumbers = false });
        foreach (var number in new[] { "1.2.3", "1e", "0e+-1", "192.168.0.1" })
        {
            var document = BlittableDocument.Open(converter.Convert($"[{number}]").ToArray());
            Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => document.Validate()).Code);
            Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => document.Root[0].GetDouble()).Code);
        }

        Assert.Throws<BlittableException>(() => converter.Convert("[1-2]"));
        Assert.Throws<BlittableException>(() => converter.Convert("[01.5]"));
    }

    private static JsonParser[] Kernels() => [.. Options.Select(options => new JsonParser(new ValueWriter(options), options))];

    /// <summary>Returns a text of up to 80 characters that is a number or almost a number.</summary>
    private static string LongText(Random random)
    {
        var text = new StringBuilder();
        if (random.Next(3) == 0)
        {
            text.Append('-');
        }

        Digits(random.Next(4) == 0 ? random.Next(34) : random.Next(1, 10));
        if (random.Next(4) > 0)
        {
            text.Append('.');
            Digits(random.Next(4) == 0 ? random.Next(34) : random.Next(1, 18));
        }

        if (random.Next(3) == 0)
        {
            text.Append(random.Next(2) == 0 ? 'e' : 'E').Append(random.Next(3) switch { 0 => "+", 1 => "-", _ => "" });
            Digits(random.Next(8) == 0 ? random.Next(20) : random.Next(1, 4));
        }

        if (random.Next(3) == 0)
        {
            var at = random.Next(text.Length + 1);
            var other = "0-+.eE,"[random.Next(7)];
            if (at < text.Length && random.Next(2) == 0)
            {
                text[at] = other;
            }
            else
            {
                text.Insert(at, other);
            }
        }

        return text.ToString();

        void Digits(int count)
        {
            for (; count > 0; count--)
            {
                text.Append((char)('0' + random.Next(10)));
            }
        }
    }

    /// <summary>Determines whether the text is valid JSON, and asserts that all parsers agree.</summary>
    private static bool AssertVerdicts(JsonParser[] kernels, byte[] text, bool withSlowReader)
    {
        var expected = IsJson(text);
        foreach (var kernel in kernels)
        {
            if (expected != kernel.TryConvert(text))
            {
                Assert.Fail($"{Encoding.UTF8.GetString(text)}: JSON is {expected} to System.Text.Json.");
            }
        }

        if (withSlowReader && expected != JsonFault.Find(text, 512, checkNumbers: true) is null)
        {
            Assert.Fail($"{Encoding.UTF8.GetString(text)}: JSON is {expected} to System.Text.Json, but not to the reader of faults.");
        }

        return expected;
    }

    private static bool IsJson(byte[] text)
    {
        try
        {
            var reader = new Utf8JsonReader(text);
            while (reader.Read())
            {
            }

            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
