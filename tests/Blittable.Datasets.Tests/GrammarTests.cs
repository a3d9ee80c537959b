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
    public void Words_get_the_article_ending_and_capital_required_by_their_position(string alternative, string word, string expected) =>
        Assert.Equal(expected, new Grammar($"start =\n  {alternative}\nword =\n  {word}\n").Expand("start", new RandomSource(1)));

    [Fact]
    public void A_bound_name_takes_precedence_over_the_rule_of_that_name()
    {
        var grammar = new Grammar("start =\n  {word}\nword =\n  ruled\n");
        var bound = new Dictionary<string, Func<string>> { ["word"] = () => "bound" };
        Assert.Equal("bound", grammar.Expand("start", new RandomSource(1), bound));
    }

    [Fact]
    public void The_first_of_ranked_words_is_the_most_frequent()
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
    public void An_inconsistent_grammar_is_rejected(string text) =>
        Assert.Throws<FormatException>(() => new Grammar(text).Expand("start", new RandomSource(1)));
}
