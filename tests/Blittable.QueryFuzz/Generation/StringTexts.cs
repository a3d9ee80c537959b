namespace Blittable.QueryFuzz.Generation;

/// <summary>Creates strings and property names.</summary>
internal static class StringTexts
{
    private static readonly string[] _plain = ["a", "A", "b", "ab", "abc", "aBc", "tag_5", "tag_50", "purchase", "view", "/page/1", "/page/12?x=1", "/page/2"];

    private static readonly string[] _odd =
    [
        "", " ", "é", "É", "日本", "日本語", "😀", "😀a", "%", "_", "a_b", "a%b", "100%", "\\", "a\\b", "\"q\"", "it's", "line\nbreak", "tab\t", "true", "false", "null", "12", "-3.50",
        "1e3", "0.10", "2024-02-30", "2024-1-1", "24:00", "2024-02-29T24:00:00Z", "2023-02-29", "ab\u0001", "ﬀ", "\uFFFF", "\uE000", "a longer text that repeats a longer text that repeats",
        "the quick brown fox jumps over the lazy dog, and the dog does not mind at all because it is lazy",
    ];

    private static readonly string[] _names =
        ["a", "b", "c", "d", "e", "x.y", "a[0]", "it's", "q\"uote", "", "naïve", "日本", "a b", "*", "$", "😀", "a.*b", "[*]", "back\\slash", "A", "id2", "0"];

    public static string Plain(FuzzRandom random) => random.Pick<string>(_plain);

    public static string Any(FuzzRandom random) => random.Next(random.OneIn(3) ? 7 : 4) switch
    {
        0 => random.Pick<string>(_plain),
        1 => $"{random.Pick<string>(_plain)}{random.Next(50)}",
        4 => $"https://example.com/a/long/path/that/most/strings/share/{random.Next(2000)}",
        5 => $"{new string((char)('a' + random.Next(2)), random.Pick<int>([7, 8, 12, 31, 32, 33, 300]))}{random.Pick<string>(["", "é", "z", "0"])}",
        6 => string.Concat(Enumerable.Range(0, random.Next(1, 9)).Select(_ => new System.Text.Rune(random.Pick<int>([0x61, 0xE9, 0x130, 0x131, 0x1E9E, 0x3B1, 0x65E5, 0xFFFD, 0x1F600, 0x10FFFF])).ToString())),
        _ => random.Pick<string>(_odd),
    };

    /// <summary>Creates a name, mostly a plain one.</summary>
    public static string Name(FuzzRandom random) => _names[random.OneIn(3) ? random.Next(_names.Length) : random.Next(5)];

    /// <summary>Writes a string as JSON with as few escapes as possible.</summary>
    public static string ToJson(string text)
    {
        var json = new System.Text.StringBuilder("\"");
        foreach (var character in text)
        {
            json.Append(character switch
            {
                '"' => "\\\"",
                '\\' => @"\\",
                '\n' => "\\n",
                '\t' => "\\t",
                < ' ' => $"\\u{(int)character:x4}",
                _ => character.ToString(),
            });
        }

        return json.Append('"').ToString();
    }
}
