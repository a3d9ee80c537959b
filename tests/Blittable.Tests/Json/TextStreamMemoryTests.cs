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
}
