using System.Text;
using System.Text.Json;

namespace Blittable.Datasets.Tests;

public class JetstreamTests
{
    private const int Count = 60_000;

    private static readonly Lazy<JsonElement[]> s_events = new(() => [.. Encoding.UTF8.GetString(Lines(Count, 1)).TrimEnd('\n').Split('\n')
        .Select(line => JsonDocument.Parse(line).RootElement)]);

    [Fact]
    public void The_same_seed_gives_the_same_bytes()
    {
        Assert.Equal(Lines(500, 3), Lines(500, 3));
        Assert.NotEqual(Lines(500, 3), Lines(500, 4));
    }

    [Fact]
    public void Fewer_events_are_the_first_of_more() => Assert.True(Lines(500, 3).AsSpan().StartsWith(Lines(200, 3)));

    [Theory]
    [InlineData("app.bsky.feed.like", 0.449)]
    [InlineData("app.bsky.graph.follow", 0.3604)]
    [InlineData("app.bsky.feed.post", 0.0908)]
    [InlineData("app.bsky.feed.repost", 0.0585)]
    [InlineData("app.bsky.graph.block", 0.014)]
    [InlineData("app.bsky.actor.profile", 0.0118)]
    [InlineData("app.bsky.graph.listitem", 0.0081)]
    public void Collections_have_their_shares(string name, double share) =>
        AssertShare(share, Commits().Count(commit => commit.GetProperty("collection").GetString() == name));

    [Theory]
    [InlineData("commit", 0.9947)]
    [InlineData("identity", 0.003)]
    [InlineData("account", 0.0023)]
    public void Kinds_have_their_shares(string kind, double share)
    {
        AssertShare(share, s_events.Value.Count(one => one.GetProperty("kind").GetString() == kind));
        Assert.All(s_events.Value.Where(one => one.GetProperty("kind").GetString() == kind), one => Assert.Equal(JsonValueKind.Object, one.GetProperty(kind).ValueKind));
    }

    [Fact]
    public void Shares_add_up_to_a_million() =>
        Assert.Equal(1_000_000, JetstreamCollection.All.Sum(collection => collection.Events) + 5_300);

    [Fact]
    public void A_record_is_there_unless_it_was_deleted() => Assert.All(Commits(), commit =>
        Assert.Equal(commit.GetProperty("operation").GetString() != "delete", commit.TryGetProperty("record", out var record)
            && record.GetProperty("$type").GetString() == commit.GetProperty("collection").GetString() && commit.GetProperty("cid").GetString()!.Length == 59));

    [Fact]
    public void Time_passes_by_840_microseconds_an_event()
    {
        long[] times = [.. s_events.Value.Select(one => one.GetProperty("time_us").GetInt64())];
        Assert.Equal(times.Order().Distinct(), times);
        Assert.InRange((times[^1] - times[0]) / (double)Count, 820, 860);
    }

    [Fact]
    public void Most_users_like_little_and_few_like_much()
    {
        int[] likes = [.. s_events.Value
            .Where(one => one.TryGetProperty("commit", out var commit) && commit.GetProperty("collection").GetString() == "app.bsky.feed.like")
            .CountBy(one => one.GetProperty("did").GetString()!).Select(user => user.Value).OrderDescending()];
        Assert.True(likes[0] > 20 && likes[likes.Length / 2] == 1, $"{likes[0]} and {likes[likes.Length / 2]}");
        Assert.True(likes.Take(likes.Length / 10).Sum() > likes.Sum() / 4);
    }

    [Fact]
    public void Facets_enclose_the_text_that_they_mark() => Assert.All(Records("facets"), record =>
    {
        var facet = record.GetProperty("facets")[0];
        var feature = facet.GetProperty("features")[0];
        var index = facet.GetProperty("index");
        var text = Encoding.UTF8.GetBytes(record.GetProperty("text").GetString()!)[index.GetProperty("byteStart").GetInt32()..index.GetProperty("byteEnd").GetInt32()];
        Assert.Equal(feature.TryGetProperty("uri", out var uri) ? uri.GetString() : "#" + feature.GetProperty("tag").GetString(), Encoding.UTF8.GetString(text));
    });

    [Fact]
    public void A_post_that_is_liked_again_has_the_same_address_and_hash()
    {
        var subjects = Records("subject").Select(record => record.GetProperty("subject")).Where(subject => subject.ValueKind == JsonValueKind.Object)
            .Select(subject => (Cid: subject.GetProperty("cid").GetString(), Uri: subject.GetProperty("uri").GetString())).ToList();
        Assert.Equal(subjects.Distinct().Count(), subjects.DistinctBy(subject => subject.Uri).Count());
        Assert.InRange(subjects.DistinctBy(subject => subject.Uri).Count(), subjects.Count / 4, subjects.Count * 9 / 10);
    }

    private static IEnumerable<JsonElement> Commits() =>
        s_events.Value.Where(one => one.GetProperty("kind").GetString() == "commit").Select(one => one.GetProperty("commit"));

    private static IEnumerable<JsonElement> Records(string property) =>
        Commits().Where(commit => commit.TryGetProperty("record", out var record) && record.TryGetProperty(property, out _)).Select(commit => commit.GetProperty("record"));

    /// <summary>Four standard deviations.</summary>
    private static void AssertShare(double share, int count)
    {
        var tolerance = 4 * Math.Sqrt(Count * share * (1 - share));
        Assert.InRange(count, (Count * share) - tolerance, (Count * share) + tolerance);
    }

    private static byte[] Lines(int count, ulong seed)
    {
        var lines = new MemoryStream();
        Jetstream.Write(lines, count, seed);
        return lines.ToArray();
    }
}
