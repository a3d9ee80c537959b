using Blittable.Dictionaries;

namespace Blittable.Tests.Dictionaries;

public class DocumentTallyTests
{
    [Fact]
    public void A_string_counts_once_per_document()
    {
        var tally = new DocumentTally();
        Assert.True(tally.Add("a"u8, 1));
        Assert.False(tally.Add("a"u8, 1));
        Assert.True(tally.Add("a"u8, 2));
        Assert.True(tally.Add("b"u8, 2));
        Assert.Equal((2, 1, 0), (tally.Documents("a"u8), tally.Documents("b"u8), tally.Documents("c"u8)));
    }

    [Fact]
    public void The_least_frequent_strings_are_dropped_when_there_are_too_many()
    {
        const int length = 10, room = 100;
        var tally = new DocumentTally(room * length);
        Span<byte> key = stackalloc byte[length];
        for (var document = 1; document <= 2 * room; document++)
        {
            key.Clear();
            tally.Add(key, document);
            for (var i = 1; i <= 9; i++)
            {
                // Each of these strings occurs in two consecutive documents.
                BitConverter.TryWriteBytes(key, (document / 2 * 9) + i);
                tally.Add(key, document);
            }
        }

        key.Clear();
        Assert.Equal(2 * room, tally.Documents(key));
        Assert.InRange(tally.All.Count(), 1, room);
    }
}
