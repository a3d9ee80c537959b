using System.Text;

namespace Blittable.Tests.Json;

/// <summary>A stream of many texts needs only the memory of one text, whatever the length of the stream.</summary>
[Collection(AloneCollection.Name)]
public sealed class TextStreamMemoryTests
{
    [Fact]
    public async Task A_long_array_needs_the_memory_of_one_element()
    {
        const int Elements = 400_000;
        using var converter = new BlittableConverter();
        var stream = new RepeatedStream("["u8.ToArray(), """{"id":1234567,"name":"a name of some length","tags":["x","y","z"]},"""u8.ToArray(), Elements, "{}]"u8.ToArray());
        long count = 0, most = 0;
        var before = GC.GetTotalMemory(forceFullCollection: true);
        await foreach (var document in converter.ConvertTextsAsync(stream, null, TestContext.Current.CancellationToken))
        {
            Assert.False(document.IsEmpty);
            if (++count % 50_000 == 0)
            {
                most = Math.Max(most, GC.GetTotalMemory(forceFullCollection: true) - before);
            }
        }

        Assert.Equal(Elements + 1, count);
        Assert.InRange(most, 0, 1 << 20);
    }

    [Theory]
    [InlineData("{}", "\n{}")]
    [InlineData("[{}]", "\n")]
    [InlineData("[{}", ",{}]")]
    [InlineData("", "{}")]
    public async Task White_space_between_texts_needs_no_memory(string start, string end)
    {
        const int Parts = 40_000;
        using var converter = new BlittableConverter();
        var stream = new RepeatedStream(Encoding.UTF8.GetBytes(start), Encoding.UTF8.GetBytes(new string(' ', 1000)), Parts, Encoding.UTF8.GetBytes(end));
        var count = 0;
        var before = GC.GetTotalAllocatedBytes(precise: true);
        await foreach (var document in converter.ConvertTextsAsync(stream, null, TestContext.Current.CancellationToken))
        {
            count += document.Length > 0 ? 1 : 0;
        }

        Assert.InRange(count, 1, 2);
        Assert.InRange(GC.GetTotalAllocatedBytes(precise: true) - before, 0, 1 << 20);
    }
}
