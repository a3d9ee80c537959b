using System.Text;

namespace Blittable.Tests.Reading;

/// <summary>Reading a value again, or with other calls in between, gives the same answer or the same error, also in a damaged document.</summary>
public sealed class RepeatedReadingTests
{
    /// <summary>Every n-th bit is flipped. A prime number, so over all documents each bit of a byte is flipped.</summary>
    private const int Step = 13;

    private const int MaxValues = 60;

    private delegate object? Getter(BlittableValue value);

    private static readonly BlittableName[] s_names = [new("a"), new("k"), new("deep"), new("n7"), new("name")];

    // Methods that do not throw because of the kind of a value, because exceptions would take most of the time.
    private static readonly (string Name, Getter Read)[] s_getters =
    [
        ("Kind", value => value.Kind), ("IsDate", value => value.IsDate),
        ("Count", value => value.Kind is BlittableValueKind.Array or BlittableValueKind.Object ? value.Count : -1),
        ("Boolean", value => value.TryGetBoolean(out var boolean) ? boolean : "no"), ("Int32", value => value.TryGetInt32(out var number) ? number : "no"),
        ("UInt64", value => value.TryGetUInt64(out var number) ? number : "no"), ("Double", value => value.TryGetDouble(out var number) ? number : "no"),
        ("Single", value => value.TryGetSingle(out var number) ? number : "no"), ("Decimal", value => value.TryGetDecimal(out var number) ? number : "no"),
        ("NumberText", value => value.TryCopyNumberText(new byte[99], out var length) ? length : "no"),
        ("String", value => value.TryGetString(out var text) ? text : "no"), ("Bytes", value => value.TryGetBytes(out var bytes) ? Convert.ToHexString(bytes) : "no"),
        ("Guid", value => value.TryGetGuid(out var guid) ? guid : "no"), ("Timestamp", value => value.TryGetTimestamp(out var date) ? date : "no"),
        ("DateTimeOffset", value => value.TryGetDateTimeOffset(out var date) ? date : "no"), ("DateOnly", value => value.TryGetDateOnly(out var date) ? date : "no"),
        ("Utf8", value => value.TryCopyUtf8(new byte[99], out var length) ? length : "no"), ("Utf8Equals", value => value.Utf8Equals("x"u8)),
        ("Utf8Length", value => value.TryGetUtf8Length(out var length) ? length : "no"), ("Utf8Span", value => value.TryGetUtf8Span(out var utf8) ? utf8.Length : "no"),
        ("Element", value => value.TryGetElement(1, out var element) ? element.Kind : "no"), ("Property", value => value.TryGetProperty("k"u8, out var property) ? property.Kind : "no"),
        ("Names", Names), ("Hash", value => value.GetDeepHashCode()), ("Json", value => value.ToJson()),
        ("Numbers", value => value.TryCopyNumbers(new double[50], out var count) ? count : "no"),
    ];

    public static TheoryData<string, BlittableMode> Documents => DamagedDocumentTests.Documents;

    [Theory]
    [MemberData(nameof(Documents))]
    public void Values_give_the_same_answers_in_any_order_of_calls(string json, BlittableMode mode)
    {
        ForEachDamage(json, mode, bytes =>
        {
            var forward = Answers(bytes, isReversed: false);
            Assert.Equal(forward, Answers(bytes, isReversed: true));
        });
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void A_reader_that_failed_stays_at_its_token_and_fails_again(string json, BlittableMode mode)
    {
        ForEachDamage(json, mode, bytes => Assert.Equal(Tokens(bytes, attempts: 1, isReversed: false), Tokens(bytes, attempts: 3, isReversed: true)));
    }

    /// <summary>A reference and a slot that point outside the document, and an unknown tag.</summary>
    [Theory]
    [InlineData(new byte[] { 0xC9, 0xFF, 0xFF, 0x07, 0xB8, 0x02, 0x04, 0x01 }, 4)]
    [InlineData(new byte[] { 0x07, 0xB8, 0x02, 0x7F, 0x01 }, 1)]
    [InlineData(new byte[] { 0xF9, 0x07, 0xB8, 0x02, 0x02, 0x01 }, 2)]
    public void An_element_that_cannot_be_read_is_not_skipped(byte[] values, int root)
    {
        var document = new DocumentBytes();
        document.Add(values);
        var bytes = document.Finish(root);
        using var reader = new BlittableReader(bytes);
        Assert.True(reader.Read());
        Assert.Equal(BlittableTokenType.StartArray, reader.TokenType);
        for (var attempt = 0; attempt < 3; attempt++)
        {
            BlittableException? fault = null;
            try
            {
                reader.Read();
            }
            catch (BlittableException exception)
            {
                fault = exception;
            }

            Assert.NotNull(fault);
            Assert.Equal(BlittableTokenType.StartArray, reader.TokenType);
        }

        reader.Skip();
        Assert.False(reader.Read());
    }

    private static void ForEachDamage(string json, BlittableMode mode, Action<byte[]> check)
    {
        using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
        var bytes = converter.Convert(Encoding.UTF8.GetBytes(json)).ToArray();
        check(bytes);
        for (var bit = 0; bit < bytes.Length * 8; bit += Step)
        {
            bytes[bit >> 3] ^= (byte)(1 << (bit & 7));
            check(bytes);
            bytes[bit >> 3] ^= (byte)(1 << (bit & 7));
        }
    }

    /// <summary>Returns the answers of all getters of all values, each of which is asked twice.</summary>
    private static List<string> Answers(byte[] bytes, bool isReversed)
    {
        var answers = new List<string>();
        try
        {
            // The document keeps what it has read of its symbol table.
            using var document = BlittableDocument.Open(bytes);
            var left = MaxValues;
            Visit(document.Root, answers, isReversed, ref left);
        }
        catch (BlittableException fault)
        {
            answers.Add(TextOf(fault));
        }

        return answers;
    }

    private static void Visit(BlittableValue value, List<string> answers, bool isReversed, ref int left)
    {
        if (--left < 0)
        {
            return;
        }

        var found = new string[s_getters.Length];
        for (var i = 0; i < found.Length; i++)
        {
            var getter = isReversed ? found.Length - 1 - i : i;
            found[getter] = $"{s_getters[getter].Name}: {Answer(value, s_getters[getter].Read)}";
            Assert.Equal(found[getter], $"{s_getters[getter].Name}: {Answer(value, s_getters[getter].Read)}");
        }

        answers.AddRange(found);
        try
        {
            if (value.Kind == BlittableValueKind.Object)
            {
                foreach (var property in value.EnumerateObject())
                {
                    answers.Add(property.Name);
                    Visit(property.Value, answers, isReversed, ref left);
                    if (left < 0)
                    {
                        return;
                    }
                }
            }
            else if (value.Kind == BlittableValueKind.Array)
            {
                foreach (var element in value.EnumerateArray())
                {
                    Visit(element, answers, isReversed, ref left);
                    if (left < 0)
                    {
                        return;
                    }
                }
            }
        }
        catch (BlittableException fault)
        {
            answers.Add(TextOf(fault));
        }
    }

    private static string Answer(BlittableValue value, Getter read)
    {
        try
        {
            return $"{read(value)}";
        }
        catch (BlittableException fault)
        {
            return TextOf(fault);
        }
    }

    private static string Names(BlittableValue value)
    {
        // The names keep hints of the documents before.
        var found = new StringBuilder();
        foreach (var name in s_names)
        {
            found.Append(value.TryGetProperty(name, out var property) ? $"{property.Kind} " : "no ");
        }

        return found.ToString();
    }

    /// <summary>Returns the answers for all tokens up to the first error. A failed call is repeated.</summary>
    private static List<string> Tokens(byte[] bytes, int attempts, bool isReversed)
    {
        var tokens = new List<string>();
        BlittableReader reader;
        try
        {
            reader = new BlittableReader(bytes);
        }
        catch (BlittableException fault)
        {
            return [TextOf(fault)];
        }

        try
        {
            for (var left = MaxValues; left > 0; left--)
            {
                var before = Token(ref reader, isReversed);
                string? failure = null;
                for (var attempt = 0; attempt < attempts; attempt++)
                {
                    try
                    {
                        if (!reader.Read())
                        {
                            return tokens;
                        }

                        Assert.Null(failure);
                        break;
                    }
                    catch (BlittableException fault)
                    {
                        Assert.Equal(failure ?? TextOf(fault), TextOf(fault));
                        failure = TextOf(fault);
                        Assert.Equal(before, Token(ref reader, !isReversed));
                    }
                }

                if (failure is not null)
                {
                    tokens.Add(failure);
                    return tokens;
                }

                tokens.Add(Token(ref reader, isReversed));
            }
            return tokens;
        }
        finally
        {
            reader.Dispose();
        }
    }

    private static string Token(ref BlittableReader reader, bool isReversed)
    {
        var token = new string[7];
        for (var i = 0; i < token.Length; i++)
        {
            var part = isReversed ? token.Length - 1 - i : i;
            token[part] = Part(ref reader, part);
            Assert.Equal(token[part], Part(ref reader, part));
        }

        return string.Join('|', token);
    }

    private static string Part(ref BlittableReader reader, int part)
    {
        try
        {
            return part switch
            {
                0 => $"{reader.TokenType} {reader.CurrentDepth}",
                1 => Encoding.UTF8.GetString(reader.PropertyName),
                2 => $"{reader.TryGetInt64(out var integer)} {integer}",
                3 => $"{reader.TryGetDouble(out var number)} {number}",
                4 => reader.TokenType == BlittableTokenType.String ? reader.GetString() ?? "null" : "",
                5 => reader.TokenType == BlittableTokenType.String ? Encoding.UTF8.GetString(reader.ValueSpan) : "",
                _ => reader.Value.Kind == BlittableValueKind.Number ? reader.Value.GetNumberText() : $"{reader.Value.Kind}",
            };
        }
        catch (BlittableException fault)
        {
            return TextOf(fault);
        }
    }

    private static string TextOf(BlittableException fault) => $"{fault.Code} {fault.Offset} {fault.Message}";
}
