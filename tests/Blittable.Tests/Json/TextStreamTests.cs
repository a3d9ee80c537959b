using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Blittable.Tests.Json;

/// <summary>Streams of JSON texts in every format, encoding and compression.</summary>
public sealed class TextStreamTests
{
    private static readonly string[] s_documents = ["""{"a":1,"b":"}]\"{["}""", """{"a":{"x":[1,{"y":"\\"}]}}""", """{"a":"größer 💶"}"""];

    [Theory]
    [InlineData("lines", "{0}\n{1}\n{2}\n")]
    [InlineData("lines without an end", "{0}\r\n\r\n{1}\n{2}")]
    [InlineData("array", "[{0},{1},{2}]")]
    [InlineData("array over lines", " [\n  {0} ,\n  {1}\n,{2}\n]\n")]
    [InlineData("concatenated", "{0}{1}{2}")]
    [InlineData("several on a line", "{0} {1}\n{2}")]
    [InlineData("sequence", "\u001e{0}\n\u001e{1}\n\u001e\u001e{2}\n")]
    public async Task Formats_are_detected(string format, string pattern)
    {
        var text = s_documents.Select((document, i) => (document, i)).Aggregate(pattern, (all, part) => all.Replace($"{{{part.i}}}", part.document, StringComparison.Ordinal));
        Assert.Equal(s_documents, await ReadAsync(text));
        Assert.NotEmpty(format);
    }

    [Fact]
    public async Task Pretty_printed_texts_are_separated()
    {
        var text = string.Join('\n', s_documents.Select(document => JsonNode.Parse(document)!.ToJsonString(new JsonSerializerOptions { WriteIndented = true })));
        Assert.Equal(3, (await ReadAsync(text)).Count);
    }

    [Theory]
    [InlineData("[1,2,3]", "[1,2,3]")]
    [InlineData("[[1],[2]]", "[[1],[2]]")]
    [InlineData("[[1]]\n[[2]]", "[[1]]|[[2]]")]
    [InlineData("[{\"a\":1}]\n[{\"a\":2}]\n", "[{\"a\":1}]|[{\"a\":2}]")]
    [InlineData("[]\n[{\"a\":2}]", "[]|[{\"a\":2}]")]
    [InlineData("[]\r\n\r\n{\"a\":2}", "[]|{\"a\":2}")]
    [InlineData("[\n{\"a\":1}\n]\n[\n{\"a\":2}\n]\n", "[{\"a\":1}]|[{\"a\":2}]")]
    [InlineData("{\"a\":1}\n{\n \"a\":2\n}\n{\"a\":3}\n", "{\"a\":1}|{\"a\":2}|{\"a\":3}")]
    [InlineData("{\"a\":1}\n\n\t{ \r\n\"a\":2\n} {\"a\":3}", "{\"a\":1}|{\"a\":2}|{\"a\":3}")]
    [InlineData("{\"a\":1}\n[\n{\"b\":2}\n]", "{\"a\":1}|[{\"b\":2}]")]
    [InlineData("[]", "")]
    [InlineData("", "")]
    [InlineData(" \n ", "")]
    [InlineData("1", "1")]
    [InlineData("1 2\"x\"true[3]null", "1|2|\"x\"|true|[3]|null")]
    public async Task Other_texts_are_split_at_the_top_level(string text, string expected) => Assert.Equal(expected, string.Join('|', await ReadAsync(text)));

    [Theory]
    [InlineData(BlittableTextFormat.Single, """[{"a":1},{"a":2}]""", """[{"a":1},{"a":2}]""")]
    [InlineData(BlittableTextFormat.Array, "[1,[2],\"x\"]", "1|[2]|\"x\"")]
    [InlineData(BlittableTextFormat.Lines, "[{\"a\":1}]\n[{\"a\":2}]", """[{"a":1}]|[{"a":2}]""")]
    [InlineData(BlittableTextFormat.Concatenated, "{\"a\":1}\n{\"a\":\n2}", """{"a":1}|{"a":2}""")]
    public async Task The_format_can_be_specified(BlittableTextFormat format, string text, string expected) =>
        Assert.Equal(expected, string.Join('|', await ReadAsync(text, new BlittableTextOptions { Format = format })));

    [Fact]
    public async Task An_array_can_be_read_as_one_document() =>
        Assert.Single(await ReadAsync("""[{"a":1},{"a":2}]""", new BlittableTextOptions { SplitArrays = false }));

    [Fact]
    public async Task Texts_are_found_regardless_of_read_boundaries()
    {
        foreach (var pattern in (string[])["{0}\n{1}\n{2}", "[{0} , {1},{2} ]", "{0}{1}\n\n{2}", "\u001e{0}\n\u001e{1}\n\u001e{2}"])
        {
            var text = s_documents.Select((document, i) => (document, i)).Aggregate(pattern, (all, part) => all.Replace($"{{{part.i}}}", part.document, StringComparison.Ordinal));
            for (var piece = 1; piece < 9; piece++)
            {
                using var converter = new BlittableConverter();
                List<string> documents = [];
                await foreach (var document in converter.ConvertTextsAsync(new PiecemealStream(Encoding.UTF8.GetBytes(text), piece), null, TestContext.Current.CancellationToken))
                {
                    documents.Add(BlittableValue.Open(document.Span).ToJson());
                }

                Assert.Equal(s_documents, documents);
            }
        }
    }

    [Theory]
    [InlineData("[{\"a\":1}]\n[{\"a\":2}]\n")]
    [InlineData("[{\"a\":1}]\n{\"a\":2}")]
    [InlineData("[]\n[]")]
    public async Task A_short_array_is_the_first_of_many_even_if_it_is_read_byte_by_byte(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        Assert.Equal($"{string.Join('|', text.Split('\n', StringSplitOptions.RemoveEmptyEntries))}|", await OutcomeAsync(text, 1, new BlittableTextOptions()));
    }

    [Fact]
    public async Task Documents_and_faults_do_not_depend_on_read_boundaries()
    {
        string[] parts = ["[{\"a\":1}]", "[{\"a\":1},{}]", "{\"a\":1}", "{\n\"a\":1}", "[", "]", "{", "}", ",", "\n", "\n", " ", "1", "\"x\"", "\u001e", "/* c */", "// c\n", "/", "[1]", "[]"];
        var random = new Random(1);
        var texts = Enumerable.Range(0, 1_000).Select(_ => string.Concat(Enumerable.Range(0, random.Next(1, 8)).Select(_ => parts[random.Next(parts.Length)]))).ToList();
        foreach (var length in (int[])[65_534, 65_535, 65_536, 65_537])
        {
            texts.Add($"[{{\"a\":\"{new string('x', length - 10)}\"}}]\n[{{}}]");
            texts.Add($"[{{}}]{new string(' ', length)}\n{{}}");
            texts.Add($"[{{}}]\n/*{new string(' ', length - 5)}*/{{}}");
            texts.Add($"[{new string(' ', length)}{{}}]\n{{}}");
            texts.Add($"{{}}{new string(' ', length)}\n{{\n}}\n");
            texts.Add($"{{}}\n{{{new string(' ', length)}\n}}\n{{}}");
        }

        texts.Add(string.Concat(Enumerable.Range(0, 8).Select(i => $"[{{\"a\":\"{new string((char)('a' + i), 20_000)}\"}}]\n")));
        foreach (var text in texts)
        {
            var options = new BlittableTextOptions { SkipComments = random.Next(2) == 0, AllowTrailingCommas = random.Next(2) == 0, OnFault = random.Next(2) == 0 ? null : _ => { } };
            var expected = await OutcomeAsync(text, int.MaxValue, options);
            foreach (var piece in (int[])[1, 2, 3, 5, 7, 13, 8_191, 65_535, 65_536])
            {
                Assert.Equal(expected, await OutcomeAsync(text, piece, options));
            }
        }
    }

    public static TheoryData<string> Encodings() => ["utf-8", "utf-16", "utf-16BE", "utf-32", "utf-32BE"];

    [Theory]
    [MemberData(nameof(Encodings))]
    public async Task Every_Unicode_encoding_is_read_with_and_without_a_byte_order_mark(string name)
    {
        var encoding = Encoding.GetEncoding(name);
        var bytes = encoding.GetBytes(string.Join('\n', s_documents));
        Assert.Equal(s_documents, await ReadAsync(bytes));
        Assert.Equal(s_documents, await ReadAsync([.. encoding.Preamble, .. bytes]));
    }

    [Theory]
    [InlineData(new byte[] { 0x00, 0xD8, 0x20, 0x00 })]
    [InlineData(new byte[] { 0x20 })]
    public async Task Text_that_is_invalid_in_its_encoding_is_refused_with_its_offset(byte[] end)
    {
        const string Start = "{\"a\":1}\n\"";
        var fault = await Assert.ThrowsAsync<BlittableException>(() => ReadAsync([.. Encoding.Unicode.GetBytes(Start), .. end]));

        Assert.Equal(BlittableErrorCode.InvalidUtf8, fault.Code);
        Assert.InRange(fault.Offset, 0, Start.Length);
        Assert.Contains($"byte {fault.Offset} ", fault.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("[{\"a\":1} {\"a\":2}]", BlittableErrorCode.UnexpectedCharacter, 10)]
    [InlineData("[{\"a\":1},]", BlittableErrorCode.UnexpectedCharacter, 10)]
    [InlineData("[{\"a\":1}", BlittableErrorCode.UnexpectedEnd, 9)]
    [InlineData("[{\"a\":1}] {}", BlittableErrorCode.TrailingCharacters, 11)]
    [InlineData("[{\"a\":1},{\"a\":x}]", BlittableErrorCode.UnexpectedCharacter, 15)]
    [InlineData("{\"a\":1} {\"a\":", BlittableErrorCode.UnexpectedEnd, 14)]
    public async Task An_error_states_its_column_in_the_stream(string text, BlittableErrorCode code, long column)
    {
        var fault = await Assert.ThrowsAsync<BlittableException>(() => ReadAsync(text));
        Assert.Equal((code, 1L, column), (fault.Code, fault.Line!.Value, fault.Column!.Value));
    }

    [Theory]
    [InlineData("{\"a\":1}\n{\"a\":}\n{\"a\":2}\n")]
    [InlineData("[{\"a\":1},{\"a\":},{\"a\":2}]")]
    [InlineData("{\"a\":1} {\"a\":} {\"a\":2}")]
    [InlineData("\u001e{\"a\":1}\n\u001e{\"a\":\n\u001e{\"a\":2}\n")]
    public async Task Texts_after_an_invalid_text_are_read_if_a_handler_accepts_the_fault(string text)
    {
        List<BlittableTextFault> faults = [];
        var documents = await ReadAsync(text, new BlittableTextOptions { OnFault = faults.Add });

        Assert.Equal(["""{"a":1}""", """{"a":2}"""], documents);
        Assert.Equal(2, Assert.Single(faults).Number);
        await Assert.ThrowsAsync<BlittableException>(() => ReadAsync(text));
    }

    [Theory]
    [InlineData("{\"a\":1}\n{\n \"a\":2\n}\n{\"a\":3}\n", "1,2,3", 0)]
    [InlineData("{\"a\":1}\n{\n}\n{\"a\":3}\n", "1,,3", 0)]
    [InlineData("{\"a\":1}\n{\n{\"a\":2}\n{\"a\":3}\n", "1,2,3", 1)]
    [InlineData("{\"a\":1}\n[\n{\"a\":2}\n{\"a\":3}\n", "1,2,3", 1)]
    [InlineData("{\"a\":1}\n{", "1", 1)]
    public async Task A_stray_bracket_does_not_hide_the_lines_after_it(string text, string values, int expected)
    {
        List<BlittableTextFault> faults = [];
        var documents = await ReadAsync(text, new BlittableTextOptions { OnFault = faults.Add });

        Assert.Equal(values, string.Join(',', documents.Select(document => (string?)JsonNode.Parse(document)!["a"]?.ToJsonString())));
        Assert.Equal(expected, faults.Count);
    }

    [Fact]
    public async Task A_bracket_on_its_own_is_an_invalid_line_in_the_format_of_lines()
    {
        var options = new BlittableTextOptions { Format = BlittableTextFormat.Lines };
        Assert.Equal(2, (await Assert.ThrowsAsync<BlittableException>(() => ReadAsync("{\"a\":1}\n{\n\"a\":2\n}\n", options))).Line);
    }

    [Theory]
    [InlineData("/*{0}*/1", BlittableTextFormat.Concatenated)]
    [InlineData("//{0}\n1", BlittableTextFormat.Concatenated)]
    [InlineData("[/*{0}*/{{}}]", BlittableTextFormat.Auto)]
    [InlineData("[1]/*{0}*/\n[2]", BlittableTextFormat.Auto)]
    public async Task A_long_comment_is_searched_once(string pattern, BlittableTextFormat format)
    {
        ArgumentNullException.ThrowIfNull(pattern);

        // If each read searched the whole comment again, this would be 10^12 bytes.
        var text = string.Format(System.Globalization.CultureInfo.InvariantCulture, pattern, new string('*', 3_000_000));
        using var converter = new BlittableConverter();
        var options = new BlittableTextOptions { Format = format, SkipComments = true };
        var count = 0;
        await foreach (var document in converter.ConvertTextsAsync(new PiecemealStream(Encoding.UTF8.GetBytes(text), 4), options, TestContext.Current.CancellationToken))
        {
            count += document.Length > 0 ? 1 : 0;
        }

        Assert.InRange(count, 1, 2);
    }

    [Theory]
    [InlineData("""{"a":"\ud83d"}""", "{\"a\":\"\uFFFD\"}", """{"a":"\\ud83d"}""")]
    [InlineData("""{"\ude00x":"\ude00\ud83d"}""", "{\"\uFFFDx\":\"\uFFFD\uFFFD\"}", """{"\\ude00x":"\\ude00\\ud83d"}""")]
    [InlineData("""{"a":"\ud83d\ude00\\ud83d \" \ud83d\u0041"}""", "{\"a\":\"😀\\\\ud83d \\\" \uFFFDA\"}", """{"a":"😀\\ud83d \" \\ud83dA"}""")]
    public async Task Unpaired_surrogates_are_refused_replaced_or_kept(string text, string replaced, string kept)
    {
        await Assert.ThrowsAsync<BlittableException>(() => ReadAsync(text));
        Assert.Equal([replaced], await ReadAsync(text, new BlittableTextOptions { LoneSurrogates = BlittableLoneSurrogates.Replace }));
        Assert.Equal([kept], await ReadAsync(text, new BlittableTextOptions { LoneSurrogates = BlittableLoneSurrogates.KeepEscape }));
    }

    [Theory]
    [InlineData("{\"a\":[1,2,],\"b\":\"//,}\",}")]
    [InlineData("{\"a\":/* x */1,\n// ]}\n\"b\":[/**/]}")]
    [InlineData("{\"a\":[1,/* , */],}// end")]
    [InlineData("[,]")]
    [InlineData("{,}")]
    [InlineData("[1,,]")]
    [InlineData("{\"a\":,}")]
    [InlineData("{\"a\":1/}")]
    [InlineData("[1]/* open")]
    [InlineData("/* before */ [1, 2] // after\n")]
    public async Task Comments_and_trailing_commas_are_tolerated_like_JsonDocument_does(string text)
    {
        var format = new BlittableTextOptions { Format = BlittableTextFormat.Single };
        foreach (var (comments, commas) in (ReadOnlySpan<(bool, bool)>)[(false, false), (true, false), (false, true), (true, true)])
        {
            var options = new JsonDocumentOptions { CommentHandling = comments ? JsonCommentHandling.Skip : JsonCommentHandling.Disallow, AllowTrailingCommas = commas };
            string? expected = null;
            try
            {
                expected = JsonNode.Parse(text, null, options)!.ToJsonString();
            }
            catch (JsonException)
            {
            }

            string? actual = null;
            try
            {
                actual = Read(text, format with { SkipComments = comments, AllowTrailingCommas = commas }).Single();
            }
            catch (BlittableException)
            {
            }

            Assert.Equal(expected, actual);
        }

        await Task.CompletedTask;
    }

    [Theory]
    [InlineData(BlittableTextFormat.Lines, "// header\n{\"a\":1}\n  /* a */ // b\r\n{\"a\":2} // c\n/* end */")]
    [InlineData(BlittableTextFormat.Sequence, "\u001e// header\n\u001e{\"a\":1}\n\u001e/* a */\u001e{\"a\":2}// c")]
    public async Task Lines_and_records_with_only_comments_are_skipped(BlittableTextFormat format, string text)
    {
        var options = new BlittableTextOptions { Format = format, SkipComments = true };

        Assert.Equal(["""{"a":1}""", """{"a":2}"""], await ReadAsync(text, options));
        await Assert.ThrowsAsync<BlittableException>(() => ReadAsync(text, options with { SkipComments = false }));
    }

    [Theory]
    [InlineData("[1,")]
    [InlineData("[1,,")]
    [InlineData("{}")]
    public async Task A_text_full_of_comments_without_an_end_is_refused(string start)
    {
        // Searching for each end separately would compare a million million bytes.
        var text = start + string.Concat(Enumerable.Repeat("/* ,", 1 << 20));
        var options = new BlittableTextOptions { Format = BlittableTextFormat.Single, SkipComments = true, AllowTrailingCommas = true };

        await Assert.ThrowsAsync<BlittableException>(() => ReadAsync(text, options));
    }

    [Theory]
    [InlineData("\u001e12", 1, 0)]
    [InlineData("\u001e{\"a\":1}\u001etrue\u001e\"x\"", 1, 2)]
    [InlineData("\u001e-1.5\u001e2\n", 1, 1)]
    [InlineData("\u001e12\n\u001enull \u001e[1]\u001e\"x\"", 0, 4)]
    public async Task A_number_or_literal_that_ends_with_its_record_is_refused(string text, int refused, int accepted)
    {
        List<BlittableTextFault> faults = [];

        Assert.Equal(accepted, (await ReadAsync(text, new BlittableTextOptions { OnFault = faults.Add })).Count);
        Assert.Equal(refused, faults.Count);
        Assert.All(faults, fault => Assert.Equal(BlittableErrorCode.UnexpectedEnd, fault.Exception.Code));
        if (refused > 0)
        {
            await Assert.ThrowsAsync<BlittableException>(() => ReadAsync(text));
            await Assert.ThrowsAsync<BlittableException>(async () =>
            {
                await foreach (var part in BlittableTexts.ReadAsync(new MemoryStream(Encoding.UTF8.GetBytes(text)), null, TestContext.Current.CancellationToken))
                {
                    Assert.False(part.IsEmpty);
                }
            });
        }
    }

    [Fact]
    public async Task Comments_between_texts_are_skipped() => Assert.Equal(
        ["1", "{\"a\":2}"],
        await ReadAsync("// one\n1 /* two */ {\"a\":/*}*/2} // three", new BlittableTextOptions { SkipComments = true, Format = BlittableTextFormat.Concatenated }));

    /// <summary>Returns the documents of a stream that returns at most a number of bytes per read, and the fault that ends it.</summary>
    private static async Task<string> OutcomeAsync(string text, int piece, BlittableTextOptions options)
    {
        var outcome = new StringBuilder();
        var observed = options.OnFault is null ? options : options with { OnFault = fault => outcome.Append(fault.Exception.Message).Append('!') };
        using var converter = new BlittableConverter();
        try
        {
            await foreach (var document in converter.ConvertTextsAsync(new PiecemealStream(Encoding.UTF8.GetBytes(text), piece), observed, TestContext.Current.CancellationToken))
            {
                outcome.Append(BlittableValue.Open(document.Span).ToJson()).Append('|');
            }
        }
        catch (BlittableException fault)
        {
            outcome.Append(fault.Message);
        }

        return outcome.ToString();
    }

    private static Task<List<string>> ReadAsync(string text, BlittableTextOptions? options = null) => ReadAsync(Encoding.UTF8.GetBytes(text), options);

    private static List<string> Read(string text, BlittableTextOptions options) => ReadAsync(text, options).GetAwaiter().GetResult();

    internal static async Task<List<string>> ReadAsync(byte[] bytes, BlittableTextOptions? options = null)
    {
        using var converter = new BlittableConverter();
        List<string> documents = [];
        await foreach (var document in converter.ConvertTextsAsync(new MemoryStream(bytes), options, TestContext.Current.CancellationToken))
        {
            documents.Add(BlittableValue.Open(document.Span).ToJson());
        }

        return documents;
    }
}
