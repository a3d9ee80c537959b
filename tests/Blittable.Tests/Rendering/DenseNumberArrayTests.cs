namespace Blittable.Tests.Rendering;

/// <summary>Tests documents that have more values than bytes: number arrays of a few bits per number in an array that stores no address per element.</summary>
public sealed class DenseNumberArrayTests
{
    [Theory]
    [InlineData(2)]
    [InlineData(5)]
    [InlineData(20)]
    [InlineData(300)]
    public void Number_arrays_with_more_numbers_than_bytes_are_written_in_every_format(int count)
    {
        var arrays = Enumerable.Range(0, count).Select(row => $"[{string.Join(',', Enumerable.Range(0, 40).Select(i => ((i * 7) + row) % 8))}]");
        var json = $"[{string.Join(',', arrays)}]";
        foreach (var options in (BlittableOptions[])[BlittableOptions.Balanced with { ShareValues = false }, BlittableOptions.Balanced, BlittableOptions.Smallest])
        {
            using var document = BlittableDocument.Parse(json, options);
            document.Validate();
            Assert.Equal(json, document.Root.ToJson());
            Assert.Equal(json, BlittableMessagePack.ToDocument(BlittableMessagePack.ToArray(document.Root)).Root.ToJson());
            Assert.Equal(json, document.Root.Clone().Root.ToJson());
        }
    }

    [Fact]
    public void Number_arrays_that_fill_a_strided_array_are_written_as_MessagePack()
    {
        const string numbers = "-0.29,0.28,0.04,0.03,0.01,0.21,-0.07,-0.03,-0.21,0.02,0.25,0.14,0.02,0.21,0.2,0.01,0.04,-0.19,-0.21,-0.05,0.26";
        const string first = $"[-0.16,0.02,0.13,0.08,0.27,0.01,0.01,0.02,0.01,-0.01,-0.29,0.23,-0.15,-0.02,{numbers}]";
        var json = $"[{first},{first},{first},{first},[0.23,-0.15,-0.02,{numbers}]]";
        using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);
        Assert.Equal(json, document.Root.ToJson());
        Assert.Equal(json, BlittableMessagePack.ToDocument(BlittableMessagePack.ToArray(document.Root)).Root.ToJson());
    }
}
