using MemoryPack;
using global::MessagePack;
using PolyType;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a text with markup, which consists almost entirely of strings.</summary>
[BlittableSerializable]
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
[GenerateShape]
public sealed partial class Article
{
    [Key(0)]
    public int Id { get; set; }

    [Key(1)]
    public string Title { get; set; } = "";

    [Key(2)]
    public string Author { get; set; } = "";

    [Key(3)]
    public string Body { get; set; } = "";

    [Key(4)]
    public List<string> Tags { get; set; } = [];

    [Key(5)]
    public Dictionary<string, string> Links { get; set; } = [];

    [Key(6)]
    public DateTimeOffset Published { get; set; }

    public static Article Create(Random random) => new()
    {
        Id = random.Next(1_000_000),
        Title = Words.Text(random, 7),
        Author = Words.Name(random),
        Body = Words.Text(random, 250),
        Tags = [.. Enumerable.Range(0, 6).Select(_ => Words.Of(random))],
        Links = Enumerable.Range(0, 4).ToDictionary(i => "link" + i, _ => $"https://example.com/{Words.Of(random)}/{Words.Of(random)}"),
        Published = new DateTimeOffset(2023, 3, 1, 12, 0, 0, TimeSpan.Zero).AddMinutes(random.Next(500_000)),
    };
}
