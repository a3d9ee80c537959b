namespace Blittable.Tests;

/// <summary>The examples of RFC 6901, section 5, and invalid pointers.</summary>
public class BlittablePointerTests
{
    private const string Document = """{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8,"o":{"0":9,"01":10}}""";

    [Theory]
    [InlineData("", Document)]
    [InlineData("/foo", """["bar","baz"]""")]
    [InlineData("/foo/0", "\"bar\"")]
    [InlineData("/", "0")]
    [InlineData("/a~1b", "1")]
    [InlineData("/c%d", "2")]
    [InlineData("/e^f", "3")]
    [InlineData("/g|h", "4")]
    [InlineData("/i\\j", "5")]
    [InlineData("/k\"l", "6")]
    [InlineData("/ ", "7")]
    [InlineData("/m~0n", "8")]
    [InlineData("/o/0", "9")]
    [InlineData("/o/01", "10")]
    public void A_pointer_selects_a_value_and_becomes_a_path(string text, string expected)
    {
        using var document = BlittableDocument.Parse(Document);
        var pointer = BlittablePointer.Parse(text);

        Assert.True(pointer.TryEvaluate(document.Root, out var value));
        Assert.Equal(expected, value.ToJson());
        Assert.Equal(text, pointer.ToString());
        Assert.True(pointer.ToPath(document.Root).TryEvaluate(document.Root, out var byPath));
        Assert.Equal(expected, byPath.ToJson());
        Assert.Equal(pointer, pointer.ToPath(document.Root).ToPointer());
        Assert.Equal(pointer, pointer.Tokens.Aggregate(BlittablePointer.Root, (parent, token) => parent.Append(token)));
    }

    [Theory]
    [InlineData("/foo/2")]
    [InlineData("/foo/-")]
    [InlineData("/foo/01")]
    [InlineData("/foo/-1")]
    [InlineData("/foo/bar")]
    [InlineData("/none")]
    [InlineData("/a~1b/c")]
    public void A_pointer_without_a_value_reports_that_nothing_was_found(string text)
    {
        using var document = BlittableDocument.Parse(Document);
        var pointer = BlittablePointer.Parse(text);
        Assert.False(pointer.TryEvaluate(document.Root, out _));
        Assert.Equal(BlittableErrorCode.NotFound, Assert.Throws<BlittableException>(() => pointer.ToPath(document.Root)).Code);
    }

    [Theory]
    [InlineData("foo")]
    [InlineData("/~")]
    [InlineData("/~2")]
    public void An_invalid_pointer_is_refused(string text)
    {
        Assert.False(BlittablePointer.TryParse(text, out _));
        Assert.Equal(BlittableErrorCode.InvalidPath, Assert.Throws<BlittableException>(() => BlittablePointer.Parse(text)).Code);
    }

    [Fact]
    public void A_name_with_half_of_a_surrogate_pair_cannot_be_appended()
    {
        foreach (var name in new[] { "\ud800", "a\udc00b", "\udc00\ud800" })
        {
            Assert.Equal(BlittableErrorCode.InvalidPath, Assert.Throws<BlittableException>(() => BlittablePointer.Root.Append(name)).Code);
        }
    }

    [Theory]
    [InlineData("/a/1\0")]
    [InlineData("/a/1\0\0")]
    [InlineData("/a/\u0661")]
    [InlineData("/a/ 1")]
    public void An_index_consists_of_digits(string pointer)
    {
        using var document = BlittableDocument.Parse("""{"a":[1,2]}""");
        Assert.False(BlittablePointer.Parse(pointer).TryEvaluate(document.Root, out _));
    }

    [Fact]
    public void A_pointer_has_a_parent_and_children()
    {
        var pointer = BlittablePointer.Root.Append("a/b").Append(3);
        Assert.Equal("/a~1b/3", pointer.ToString());
        Assert.Equal("/a~1b", pointer.Parent!.ToString());
        Assert.Same(BlittablePointer.Root, pointer.Parent.Parent);
        Assert.Null(BlittablePointer.Root.Parent);
        Assert.Throws<ArgumentOutOfRangeException>(() => pointer.Append(-1));
    }

    [Theory]
    [InlineData("$.a[*]")]
    [InlineData("$.a[-1]")]
    public void A_path_with_wildcards_or_indexes_from_the_end_has_no_pointer(string path) =>
        Assert.Throws<InvalidOperationException>(() => BlittablePath.Parse(path).ToPointer());
}
