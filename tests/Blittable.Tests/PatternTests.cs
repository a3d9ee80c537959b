namespace Blittable.Tests;

/// <summary>Regular expressions of JSONPath filters: anchors and classes of code points.</summary>
public class PatternTests
{
    [Theory]
    [InlineData("^ab$", "^ab$", true)]
    [InlineData("^ab$", "ab", false)]
    [InlineData("^*b", "^^b", true)]
    public void Anchors_are_ordinary_characters_if_the_options_say_so(string pattern, string text, bool expected)
    {
        using var document = BlittableDocument.Parse($$"""[{"t":"{{text}}","p":"{{pattern}}"}]""");
        var options = new BlittableJsonPathOptions { LiteralAnchors = true };
        Assert.Equal(expected ? 1 : 0, BlittableJsonPath.Parse("$[?match(@.t, @.p)]", options).Evaluate(document.Root).Count);
        Assert.Equal(expected ? 1 : 0, BlittableJsonPath.Parse($"$[?match(@.t, '{pattern}')]", options).Evaluate(document.Root).Count);
    }

    /// <summary>Every class matches the code points that it contains, and its complement matches all other code points.</summary>
    [Fact]
    public void Classes_match_their_code_points()
    {
        var random = new Random(3);
        int[] edges = [0x41, 0x7A, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x103FF, 0x10400, 0x1F600, 0x1FFFF, 0x20000, 0x10FFFF];
        for (var i = 0; i < 60; i++)
        {
            var (first, last) = (Next(), Next());
            var (low, high) = (Math.Min(first, last), Math.Max(first, last));
            var other = Next();
            foreach (var text in new[] { low, high, Next(), Next(), other })
            {
                var isIn = (text >= low && text <= high) || text == other;
                var list = $"{char.ConvertFromUtf32(low)}-{char.ConvertFromUtf32(high)}{char.ConvertFromUtf32(other)}";
                Assert.Equal(isIn, Matches($"[{list}]", char.ConvertFromUtf32(text)));
                Assert.Equal(!isIn, Matches($"[^{list}]", char.ConvertFromUtf32(text)));
            }
        }

        int Next()
        {
            var next = Math.Clamp(edges[random.Next(edges.Length)] + random.Next(-2, 3), 0x41, 0x10FFFF);
            return next is (>= 0xD800 and <= 0xDFFF) or (>= 0x5B and <= 0x5E) ? 0x7A : next;
        }

        static bool Matches(string pattern, string text)
        {
            using var document = BlittableDocument.From(new System.Text.Json.Nodes.JsonArray(text));
            return BlittableJsonPath.Parse($"$[?match(@, '{pattern.Replace(@"\", @"\\", StringComparison.Ordinal)}')]").Evaluate(document.Root).Count == 1;
        }
    }
}
