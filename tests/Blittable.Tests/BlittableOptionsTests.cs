namespace Blittable.Tests;

public class BlittableOptionsTests
{
    [Fact]
    public void A_negative_depth_is_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new BlittableOptions { MaxDepth = -1 });
        Assert.Throws<ArgumentOutOfRangeException>(() => BlittableOptions.Balanced with { MaxDepth = int.MinValue });
    }

    [Theory]
    [InlineData(0, "[]", "[1]")]
    [InlineData(1, "[{}]", "[[1]]")]
    [InlineData(2, """{"a":[[ ],1]}""", """{"a":[[],[""]]}""")]
    public void Containers_are_nested_up_to_the_depth(int depth, string allowed, string refused)
    {
        var options = new BlittableOptions { MaxDepth = depth };
        Assert.Equal(allowed.Replace(" ", ""), BlittableDocument.Parse(allowed, options).Root.ToJson());
        Assert.Equal(BlittableErrorCode.TrailingCharacters, Assert.Throws<BlittableException>(() => BlittableDocument.Parse(allowed + ",", options)).Code);
        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => BlittableDocument.Parse(refused, options)).Code);
    }
}
