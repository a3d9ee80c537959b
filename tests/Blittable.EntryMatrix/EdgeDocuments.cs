using System.Globalization;
using System.Numerics;
using System.Text;

namespace Blittable.EntryMatrix;

/// <summary>Documents whose lengths, counts, distances and numbers are at the edges of their encodings.</summary>
internal static class EdgeDocuments
{
    /// <summary>The number of bytes before and after an edge at which a distance is tested, for the heads of values in between.</summary>
    private const int Reach = 8;

    private const string Prose = "The orders of the customer were shipped on Monday, and the invoice follows by post. ";

    /// <summary>Returns the documents.</summary>
    /// <param name="bits">The largest edge: 8 for documents of up to a kilobyte, 16 for up to a megabyte, 24 for all.</param>
    public static IEnumerable<(string Name, byte[] Json)> All(int bits) =>
        Texts(bits).Select(document => (document.Name, Encoding.UTF8.GetBytes(document.Json)));

    private static IEnumerable<(string Name, string Json)> Texts(int bits) => Strings(bits)
        .Concat(Distances(bits))
        .Concat(Counts(bits))
        .Concat(Names(bits))
        .Concat(Numbers(bits))
        .Concat(Dates());

    private static IEnumerable<(string Name, string Json)> Strings(int bits)
    {
        foreach (var length in Around(bits, 5, 6, 7, 8, 14, 16, 21, 24))
        {
            foreach (var (kind, unit) in new[] { ("prose", Prose), ("hexadecimal", "0123456789abcdef"), ("Latin", "größe "), ("escapes", "\\u0000") })
            {
                var text = Cut(unit, length);
                yield return ($"a string of {length}, {kind}", $$"""["{{text}}",{"a":"{{text}}"}]""");
                if (length <= 1 << 16)
                {
                    yield return ($"a name of {length}, {kind}", $$"""[{"{{text}}":1},{"{{text}}":2,"a":3}]""");
                    yield return ($"a prefix of {length}, {kind}", $$"""["{{text}}abcdef","{{text}}ghijkl","x{{text}}"]""");
                }
            }

            if (length <= 1 << 14)
            {
                var digits = string.Concat(Enumerable.Range(1, length).Select(place => place % 10));
                yield return ($"a number of {length} digits", $"[{digits},\"{digits}\",0.{digits},-{digits}e-7]");
            }
        }
    }

    /// <summary>Returns values that are far from the container or from an equal value.</summary>
    private static IEnumerable<(string Name, string Json)> Distances(int bits)
    {
        const string value = "\"a text that is stored only once, and found again\"";
        foreach (var edge in new[] { 8, 16, 24 }.Where(edge => edge <= bits))
        {
            for (var offset = edge == 24 ? -2 : -(value.Length + Reach); offset <= (edge == 24 ? 2 : Reach); offset++)
            {
                var filler = Scattered((1 << edge) + offset);
                yield return ($"a distance of 2^{edge}{offset:+0;-0;+0}", $$"""[{{value}},"{{filler}}",{"a":{{value}},"b":[{{value}},7]},{"a":{{value}},"b":7}]""");
            }
        }
    }

    private static IEnumerable<(string Name, string Json)> Counts(int bits)
    {
        Func<int, string>[] elements =
        [
            _ => "null", i => $"{i}", i => $"{i / 4}.{i % 4 * 25:00}", i => $"\"s{i % 7}\"", i => $$"""{"a":{{i}}}""", i => $"[{i},{i % 3}]",
            i => i % 5 == 0 ? "\"x\"" : i % 3 == 0 ? "{}" : $"{i}", i => $"\"2024-01-{1 + (i % 28):00}\"", i => i % 2 == 0 ? "true" : "false",
        ];
        foreach (var count in Around(bits, 2, 4, 5, 7, 8, 14, 16))
        {
            for (var kind = 0; kind < elements.Length; kind++)
            {
                yield return ($"{count} elements of kind {kind}", $"[{string.Join(',', Enumerable.Range(0, count).Select(elements[kind]))}]");
            }
        }

        for (var columns = 1; columns <= 18; columns++)
        {
            var rows = Enumerable.Range(0, 9).Select(row => $"[{string.Join(',', Enumerable.Range(0, columns).Select(column => (row * column) + (column % 2 == 0 ? 0 : 0.5m)))}]");
            yield return ($"a matrix of {columns} columns", $"[{string.Join(',', rows)}]");
        }
    }

    private static IEnumerable<(string Name, string Json)> Names(int bits)
    {
        foreach (var count in Around(bits, 5, 7, 8, 13, 16))
        {
            var names = string.Join(',', Enumerable.Range(0, count).Select(i => $"\"n{i}\":{i % 3}"));
            yield return ($"{count} names", $$"""[{{{names}}},{{{names}}}]""");
            if (count <= 1 << 14)
            {
                var shapes = string.Join(',', Enumerable.Range(0, count).Select(i => $$"""{"n{{i}}":1,"b":"x"}"""));
                yield return ($"{count} shapes", $"[{shapes},{shapes}]");
            }

            // The names of an object end at the edge.
            yield return ($"names of {count} bytes", $$"""{"{{Cut(Prose, count / 2)}}":1,"{{Cut("0123456789abcdef", count - (count / 2))}}":[2]}""");
        }

        foreach (var name in new[] { "\\u0000", "a\\u0000b", "\\u0000\\u0000", "", " ", "\\ud83d\\ude00", "\\\"", "\\\\", "$", "a.b", "/", "~", "\\u0001", "é", "e\\u0301" })
        {
            yield return ($"the name {name}", $$$"""[{"{{{name}}}":1},{"{{{name}}}":2,"a":{"{{{name}}}":"{{{name}}}"}},{"{{{name}}}":1,"{{{name}}}":2}]""");
        }
    }

    private static IEnumerable<(string Name, string Json)> Numbers(int bits)
    {
        var edges = Enumerable.Range(1, 66).SelectMany(bit => new[] { -1, 0, 1 }.Select(near => (BigInteger.One << bit) + near)).Distinct().ToArray();
        foreach (var digits in new[] { 0, 1, 2, 3, 4, 17, 18, 19, 28, 254, 255, 256 }.Where(digits => bits > 8 || digits < 5))
        {
            var texts = edges.SelectMany(edge => new[] { Decimal(edge, digits, ""), Decimal(edge, digits, "-") }).ToArray();
            yield return ($"numbers with {digits} fraction digits", $"[{string.Join(",\"\",", texts)}]");
            for (var i = 0; i + 4 <= texts.Length; i += 4)
            {
                var (b, c, e, f) = (texts[i], texts[i + 1], texts[i + 2], texts[i + 3]);
                yield return ($"numbers from {b}", $$$"""{"a":[{{{b}}},{{{c}}},{{{e}}},{{{f}}},0],"b":{{{b}}},"c":{{{c}}},"d":{"e":{{{e}}},"f":{{{f}}} }}""");
            }
        }

        string[] exponents =
        [
            "0", "-0", "+0", "00", "1", "18", "19", "38", "-38", "308", "309", "-324", "-325", "400", "2147483647", "2147483648", "-2147483649",
            "9999999999999999999999",
        ];
        foreach (var exponent in exponents)
        {
            yield return ($"the exponent {exponent}", $"[1e{exponent},-1.5E{exponent},0e{exponent},-0.00e{exponent},123456789012345678901e{exponent},\"\"]");
        }
    }

    private static IEnumerable<(string Name, string Json)> Dates()
    {
        string[] days =
        [
            "0000-01-01", "0000-02-29", "0001-01-01", "1582-10-15", "1899-12-31", "1900-02-29", "1969-12-31", "1970-01-01", "2010-12-31", "2011-01-01",
            "2016-12-31", "2024-02-29", "2038-01-19", "9999-12-31", "10000-01-01", "-0001-01-01",
        ];
        string[] times =
        [
            "", "T00:00:00Z", "T00:00:00", "T23:59:59Z", "T23:59:60Z", "T24:00:00Z", "t01:02:03z", " 01:02:03", "T01:02Z", "T00:00:00.0Z", "T00:00:00.000Z",
            "T23:59:59.999999999Z", "T23:59:59.9999999990Z", "T00:00:00.000000001Z", "T12:00:00+00:00", "T12:00:00-00:00", "T00:00:00+23:59", "T23:59:59-23:59",
            "T12:00:00+24:00", "T12:00:00+14:00", "T12:00:00.5+05:45",
        ];
        foreach (var time in times)
        {
            yield return ($"dates with '{time}'", $"[{string.Join(',', days.Select(day => $"\"{day}{time}\""))},1]");
            foreach (var day in days)
            {
                yield return ($"the date {day}{time}", $$"""{"a":"{{day}}{{time}}"}""");
            }
        }

        // The seconds since 1970 and since 2011 have as many bytes as the edge.
        foreach (var start in new[] { DateTimeOffset.UnixEpoch, new DateTimeOffset(2011, 1, 1, 0, 0, 0, TimeSpan.Zero) })
        {
            var instants = Enumerable.Range(1, 37).SelectMany(bit => new[] { -1, 0, 1 }.SelectMany(near => new[] { (1L << bit) + near, -(1L << bit) - near }))
                .Select(seconds => start.ToUnixTimeSeconds() + seconds)
                .Where(seconds => seconds >= DateTimeOffset.MinValue.ToUnixTimeSeconds() && seconds <= DateTimeOffset.MaxValue.ToUnixTimeSeconds())
                .Select(seconds => DateTimeOffset.FromUnixTimeSeconds(seconds).ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture));
            yield return ($"instants since {start.Year}", $"[{string.Join(',', instants.Select(instant => $"\"{instant}\""))},1]");
        }
    }

    /// <summary>Returns the powers of two with these exponents, and their neighbors.</summary>
    private static IEnumerable<int> Around(int bits, params int[] exponents) =>
        exponents.Where(exponent => exponent <= bits).SelectMany(exponent => new[] { (1 << exponent) - 1, 1 << exponent, (1 << exponent) + 1 });

    /// <summary>Repeats a text up to a number of UTF-8 bytes, without cutting a character or an escape. Periods fill the rest.</summary>
    private static string Cut(string unit, int length)
    {
        var size = unit[0] == '\\' ? 1 : Encoding.UTF8.GetByteCount(unit);
        return string.Concat(Enumerable.Repeat(unit, length / size)) + new string('.', length % size);
    }

    /// <summary>Returns a text that no compression makes shorter.</summary>
    private static string Scattered(int length)
    {
        const string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
        var random = new Random(length);
        return string.Create(length, random, (text, state) => state.GetItems<char>(letters, text));
    }

    private static string Decimal(BigInteger mantissa, int digits, string sign)
    {
        var text = mantissa.ToString(CultureInfo.InvariantCulture).PadLeft(digits + 1, '0');
        return digits == 0 ? sign + text : $"{sign}{text[..^digits]}.{text[^digits..]}";
    }
}
