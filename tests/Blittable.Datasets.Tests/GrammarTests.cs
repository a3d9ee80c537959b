namespace Blittable.Datasets.Tests;

public class GrammarTests
{
    [Theory]
    [InlineData("{a} {word}", "apple", "an apple")]
    [InlineData("{a} {word}", "pear", "a pear")]
    [InlineData("{word+s}", "story", "stories")]
    [InlineData("{word+s}", "box", "boxes")]
    [InlineData("{word+ed}", "use", "used")]
    [InlineData("{word+ed}", "apply", "applied")]
    [InlineData("{word+ing}", "make", "making")]
    [InlineData("{word+ly}", "simple", "simply")]
    [InlineData("one. {word}", "two", "one. Two")]
    public void Words_take_the_article_ending_and_capital_that_their_place_needs(string alternative, string word, string expected) =>
        Assert.Equal(expected, new Grammar($"start =\n  {alternative}\nword =\n  {word}\n").Expand("start", new RandomSource(1)));

    [Fact]
    public void A_bound_name_stands_before_the_rule_of_that_name()
    {
        var grammar = new Grammar("start =\n  {word}\nword =\n  ruled\n");
        var bound = new Dictionary<string, Func<string>> { ["word"] = () => "bound" };
        Assert.Equal("bound", grammar.Expand("start", new RandomSource(1), bound));
    }

    [Fact]
    public void Of_ranked_words_the_first_is_the_most_frequent()
    {
        var grammar = new Grammar("word ~\n  first second third fourth fifth\n");
        var random = new RandomSource(1);
        var counts = Enumerable.Range(0, 10_000).Select(_ => grammar.Expand("word", random)).CountBy(word => word).ToDictionary();
        Assert.Equal(5, counts.Count);
        Assert.True(counts["first"] > counts["second"] && counts["second"] > counts["fifth"]);
    }

    [Theory]
    [InlineData("  a line of no rule")]
    [InlineData("start =\n  {missing}\n")]
    public void A_grammar_that_does_not_hold_together_is_refused(string text) =>
        Assert.Throws<FormatException>(() => new Grammar(text).Expand("start", new RandomSource(1)));
}
