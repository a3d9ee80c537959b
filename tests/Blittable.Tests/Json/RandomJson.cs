using System.Text;

namespace Blittable.Tests.Json;

/// <summary>Random JSON texts, each in its rendered form (without white space) and in another layout.</summary>
internal sealed class RandomJson
{
    private static readonly string[] Names =
        ["id", "name", "", "a name of more than thirty-two bytes, so that it is never predicted", "größe", "p", "created_at", "x.y", "日本", "items"];

    private static readonly string[] Scalars =
        [
            "null", "true", "false", "0", "-1", "63", "64", "12345678", "123456789", "1234567890123456", "18446744073709551615", "-9223372036854775809",
            "0.5", "-0", "-0.0", "1e5", "12.50", "-65.613616999999977", "3.14159265358979323846264338327950288",
            "\"\"", "\"2024-02-29\"", "\"2011-01-02T03:04:05.678Z\"",
        ];

    private readonly Random _random;

    public RandomJson(int seed) => _random = new Random(seed);

    /// <summary>Returns one document: its rendered form, and the same document with white space.</summary>
    public (string Minified, string Text) Next()
    {
        var minified = new StringBuilder();
        var text = new StringBuilder();
        var layout = _random.Next(5);
        Value(minified, text, layout, 0);
        return (minified.ToString(), text.ToString());
    }

    private void Value(StringBuilder minified, StringBuilder text, int layout, int depth)
    {
        switch (_random.Next(depth > 5 ? 2 : 5))
        {
            case 0:
                Append(Scalars[_random.Next(Scalars.Length)], minified, text);
                break;
            case 1:
                Append('"' + RandomText() + '"', minified, text);
                break;
            default:
                Container(minified, text, layout, depth);
                break;
        }
    }

    private void Container(StringBuilder minified, StringBuilder text, int layout, int depth)
    {
        var isArray = _random.Next(2) == 0;
        var count = _random.Next(8) == 0 ? _random.Next(40) : _random.Next(5);
        var firstName = _random.Next(3);
        Append(isArray ? "[" : "{", minified, text);
        for (var i = 0; i < count; i++)
        {
            if (i > 0)
            {
                Append(",", minified, text);
            }

            Space(text, layout, depth + 1);
            if (!isArray)
            {
                var name = _random.Next(12) == 0 ? RandomText() : Names[(firstName + i) % Names.Length];
                Append('"' + name + "\":", minified, text);
                text.Append(layout is 1 or 2 ? " " : layout == 4 && _random.Next(3) == 0 ? "\t \n" : "");
            }

            Value(minified, text, layout, depth + 1);
        }

        if (count > 0)
        {
            Space(text, layout, depth);
        }

        Append(isArray ? "]" : "}", minified, text);
    }

    /// <summary>Layouts: no white space, two spaces per level, many tabs and spaces per level, an occasional space, anything.</summary>
    private void Space(StringBuilder text, int layout, int depth)
    {
        switch (layout)
        {
            case 1:
                text.Append('\n').Append(' ', 2 * depth);
                break;
            case 2:
                text.Append("\r\n").Append('\t', 5 * depth).Append(' ', 15 * depth);
                break;
            case 3:
                text.Append(' ', _random.Next(2));
                break;
            case 4:
                text.Append(" \t\r\n"[_random.Next(4)], _random.Next(4) == 0 ? _random.Next(200) : _random.Next(2));
                break;
        }
    }

    private string RandomText()
    {
        var length = _random.Next(10) switch { 0 => _random.Next(400), < 4 => _random.Next(70), _ => _random.Next(20) };
        var alphabet = _random.Next(4) == 0 ? "aé日z" : "abc ,:{}[]-0123456789T";
        return string.Create(length, (_random, alphabet), (span, state) =>
        {
            for (var i = 0; i < span.Length; i++)
            {
                span[i] = state.alphabet[state._random.Next(state.alphabet.Length)];
            }
        });
    }

    private static void Append(string token, StringBuilder minified, StringBuilder text)
    {
        minified.Append(token);
        text.Append(token);
    }
}
