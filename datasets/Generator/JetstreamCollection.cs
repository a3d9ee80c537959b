namespace Blittable.Datasets;

/// <summary>Represents a collection of records of a social network.</summary>
/// <param name="Name">The name.</param>
/// <param name="Events">The share of all events, in millionths.</param>
/// <param name="Created">The fraction of the collection's events that create a record.</param>
/// <param name="Updated">The fraction of the collection's events that replace a record. The remaining events delete a record.</param>
/// <param name="Users">The number of users of the collection.</param>
internal sealed record JetstreamCollection(string Name, int Events, double Created, double Updated = 0, int Users = 50_000)
{
    public const string Like = "app.bsky.feed.like";
    public const string Repost = "app.bsky.feed.repost";
    public const string Post = "app.bsky.feed.post";
    public const string Follow = "app.bsky.graph.follow";
    public const string Block = "app.bsky.graph.block";
    public const string Profile = "app.bsky.actor.profile";
    public const string ListItem = "app.bsky.graph.listitem";
    public const string ListBlock = "app.bsky.graph.listblock";
    public const string List = "app.bsky.graph.list";
    public const string StarterPack = "app.bsky.graph.starterpack";
    public const string ThreadGate = "app.bsky.feed.threadgate";
    public const string PostGate = "app.bsky.feed.postgate";
    public const string Feed = "app.bsky.feed.generator";
    public const string Labeler = "app.bsky.labeler.service";

    /// <summary>Gets all collections, most frequent first. The rest of the million events are identities and accounts.</summary>
    public static IReadOnlyList<JetstreamCollection> All { get; } =
    [
        new(Like, 449_000, 0.99, Users: 300_000),
        new(Follow, 360_400, 0.938, Users: 100_000),
        new(Post, 90_800, 0.956, Users: 400_000),
        new(Repost, 58_500, 0.974, Users: 150_000),
        new(Block, 14_000, 0.986),
        new(Profile, 11_800, 0.45, 0.55, Users: 400_000),
        new(ListItem, 8_100, 0.934, Users: 3_000),
        new(ListBlock, 900, 0.96, Users: 3_000),
        new(StarterPack, 400, 0.26, 0.7),
        new(List, 360, 0.73, 0.2),
        new(ThreadGate, 255, 0.89, 0.09),
        new(PostGate, 105, 0.97),
        new(Feed, 75, 0.14, 0.84),
        new(Labeler, 5, 0, 1),
    ];
}
