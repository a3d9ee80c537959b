using System.Text;
using Blittable.Reading;

namespace Blittable.Tests.Reading;

/// <summary>The memory of names that are looked up as text must never change what is found.</summary>
public class KnownNamesKernelTests
{
    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void More_names_than_are_remembered_are_found_all_the_same(BlittableMode mode)
    {
        const int objects = 500, names = 6;
        var json = new StringBuilder("[");
        for (var i = 0; i < objects; i++)
        {
            var members = Enumerable.Range(0, names).Select(n => $"\"{Name(i, n)}\":{(i * names) + n}");
            json.Append(i == 0 ? "" : ",").Append('{').AppendJoin(',', members).Append('}');
        }

        using var document = BlittableDocument.Parse(json.Append(']').ToString(), new BlittableOptions { Mode = mode, ShareValues = false });
        for (var round = 0; round < 3; round++)
        {
            for (var i = 0; i < objects; i++)
            {
                for (var n = 0; n < names; n++)
                {
                    Assert.Equal((i * names) + n, document.Root[i].GetProperty(Encoding.UTF8.GetBytes(Name(i, n))).GetInt32());
                    Assert.False(document.Root[i].TryGetProperty(Encoding.UTF8.GetBytes(Name(i + 1, n)), out _));
                }
            }
        }
    }

    [Fact]
    public void Names_that_share_their_places_take_turns()
    {
        // The first four bytes, the last four and the length are all that the place depends on.
        var names = Enumerable.Range(1000, 5).Select(i => Encoding.UTF8.GetBytes($"known_{i}_name")).ToArray();
        foreach (var name in names)
        {
            // At most a hundred are replaced a second, and only one lookup in sixteen asks.
            while (KnownNamesKernel.Find(name) is null)
            {
                KnownNamesKernel.ToLearn(name);
            }

            Assert.True(KnownNamesKernel.Find(name)!.Is(name));
        }

        Assert.InRange(names.Count(name => KnownNamesKernel.Find(name) is not null), 1, 2);
        Assert.Null(KnownNamesKernel.Find("known_2000_name"u8));
        Assert.Null(KnownNamesKernel.ToLearn(new byte[1000]));
    }

    [Fact]
    public void Absent_names_are_absent_however_often_they_are_looked_for_and_nothing_is_allocated()
    {
        using var document = BlittableDocument.Parse("""{"id":1,"title":"x","year":1999}""");
        var bytes = document.Bytes.Span;
        var allocated = long.MaxValue;

        // Tests that run beside this one may drive the name out, but not every time.
        for (var attempt = 0; attempt < 20 && allocated > 0; attempt++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            var found = CountFound(bytes);
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.Equal(0, found);
        }

        Assert.Equal(0, allocated);

        static int CountFound(ReadOnlySpan<byte> bytes)
        {
            var found = 0;
            for (var i = 0; i < 1000; i++)
            {
                found += BlittableValue.Open(bytes).TryGetProperty("a_name_that_is_not_there"u8, out _) ? 1 : 0;
            }

            return found;
        }
    }

    private static string Name(int i, int n) => n switch
    {
        0 => $"n{i % 90}",
        1 => new string('x', 130) + i,
        _ => $"property_{i}_{n}",
    };
}
