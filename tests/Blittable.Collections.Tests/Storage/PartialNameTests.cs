using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests.Storage;

/// <summary>Tests that messages name the files that users know instead of temporary files.</summary>
public sealed class PartialNameTests
{
    [Theory]
    [InlineData("/data/a.blic.0123abcd.partial", "/data/a.blic")]
    [InlineData("/data/a.blic", "/data/a.blic")]
    [InlineData("/data/a.blic.0123abcd.partial2", "/data/a.blic.0123abcd.partial2")]
    [InlineData("/data/a.blic.0123abcg.partial", "/data/a.blic.0123abcg.partial")]
    [InlineData("/data/a.blic.partial", "/data/a.blic.partial")]
    [InlineData(".0123abcd.partial", ".0123abcd.partial")]
    [InlineData("", "")]
    public void A_temporary_name_has_a_final_name(string path, string final) => Assert.Equal(final, PartialName.FinalOf(path));

    [Fact]
    public void The_final_name_of_a_created_name_is_its_path()
    {
        var created = PartialName.Create("/data/a.blic");

        Assert.NotEqual("/data/a.blic", created);
        Assert.Equal("/data/a.blic", PartialName.FinalOf(created));
    }

    [Fact]
    public void A_message_names_the_final_path()
    {
        var fault = new IOException("No space left on device : '/data/a.blic.0123abcd.partial'", 28);

        Assert.True(PartialName.TryNameFinal(fault, "/data/a.blic.0123abcd.partial", out var named));
        Assert.Equal(("No space left on device : '/data/a.blic'", 28), (named.Message, named.HResult));
        Assert.False(PartialName.TryNameFinal(fault, "/data/a.blic", out _));
        Assert.False(PartialName.TryNameFinal(fault, "/data/b.blic.0123abcd.partial", out _));
        Assert.False(PartialName.TryNameFinal(fault, null, out _));
    }
}
