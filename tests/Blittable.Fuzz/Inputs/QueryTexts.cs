using System.Text;
using Blittable.Collections.Query.Language;
using Blittable.Collections.Tests.Query;
using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Inputs;

/// <summary>Draws and damages the text of conditions and values. Texts are UTF-16, so that half of a surrogate pair can occur.</summary>
internal static class QueryTexts
{
    private const int MaxDepth = 4;

    /// <summary>The maximum number of characters of a text.</summary>
    private const int MaxLength = FuzzTarget.MaxInput / sizeof(char);

    private static readonly string[] Parts =
        [
            "$.a", "$.list[*].n", "$['b c']", "$[\"q\\\"]\"]", "$.e.*", "$", "$.", "$..a", "$[", "a", "`x y`", "@rate", "@", "\"DE\"", "'it''s'", "'", "\"", "`", "\"\\ud800\"",
            "1", "-0.10", "1e400", "1.5.5", "007", "2024-03-01", "2024-3-1", "2024-03-01T12:30:00Z", "true", "NULL", "(", ")", "[", "]", "{", "{\"a\":[1]}", "[1,", ",", " ", "\n",
            "=", "==", "<>", "!=", "<", "<=", ">", ">=", "=>", "!", "&&", "||", "&", ";", "+", "-", "*", "/", "%", " and ", " or ", " not ", " in ", " in (1, \"a\")",
            " between 1 and 2", " is null", " is not missing", " exists", " contains ", " like \"a%_\\\\\"", " ilike 'É%'", " matches \"^a(b|c)*\"", " matches \"((a{900}){900}){900}\"",
            " matches \"(\"", " starts-with \"\"", " ends-with 'x'", " has-text \"%\"", "case when ", " then ", " else ", " end", " as ", " desc", " asc", "lower(", "coalesce(", "round($.a, 400)",
            "cast($.a as date)", "cast(\"x\" as number)", "date_trunc(month, ", "time_bucket(\"00:15:00\", $.d)", "time_bucket(\"-1\", ", "substring(\"ab\", 2, 9999999999)", "concat(",
            "replace(\"aaaa\", \"a\", \"aaaa\")", "count(*)", "sum($.price)", "1 / 0", "9e999999999", "\u2028", "\0", "é", "\uD83D", "\uDE00", "\U0001F600", "“", "unknown(",
        ];

    /// <summary>Draws a condition, which is valid most of the time.</summary>
    public static string Condition(FuzzRandom random) => Damaged(random, Syntax(random).Condition(1 + random.Next(MaxDepth)).ToString());

    /// <summary>Draws a value, which is valid most of the time.</summary>
    public static string Value(FuzzRandom random) => Damaged(random, Syntax(random).Value(1 + random.Next(MaxDepth)).ToString());

    /// <summary>Changes a text in half of the cases.</summary>
    public static string Damaged(FuzzRandom random, string text)
    {
        var changed = new StringBuilder(text);
        for (var changes = random.OneIn(2) ? 0 : 1 + random.Next(random.OneIn(4) ? 10 : 3); changes > 0; changes--)
        {
            Change(random, changed);
        }

        return changed.Length <= MaxLength ? changed.ToString() : changed.ToString(0, MaxLength);
    }

    private static RandomSyntax Syntax(FuzzRandom random) => new(new Random(random.Next(int.MaxValue)));

    private static void Change(FuzzRandom random, StringBuilder text)
    {
        var at = random.Next(text.Length + 1);
        var length = Math.Min(text.Length - at, 1 + random.Next(random.OneIn(4) ? 40 : 4));
        switch (random.Next(6))
        {
            case 0:
                text.Remove(at, length);
                break;
            case 1:
                text.Insert(random.Next(text.Length + 1), text.ToString(at, length));
                break;
            case 2 when random.OneIn(20):
                // Nesting and long lists: a part that is repeated as often as the input allows.
                text.Insert(at, string.Concat(Enumerable.Repeat(random.Pick<string>(Parts), random.Next(MaxLength / 8))));
                break;
            case 3:
                text.Insert(at, (char)random.Next(random.OneIn(4) ? 0x1_0000 : 0x80));
                break;
            case 4:
                text.Length = at;
                break;
            default:
                text.Insert(at, random.Pick<string>(Parts));
                break;
        }
    }
}
