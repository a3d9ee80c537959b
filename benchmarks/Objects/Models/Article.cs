using MemoryPack;
using global::MessagePack;
using PolyType;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a text with markup, which consists almost entirely of strings.</summary>
[BlittableSerializable]
[MessagePackObject(keyAsPropertyName: true)]
[MemoryPackable]
[GenerateShape]
public sealed partial class Article
{
    public int Id { get; set; }

    public string Title { get; set; } = "";

    public string Author { get; set; } = "";

    public string Body { get; set; } = "";

    public List<string> Tags { get; set; } = [];

    public Dictionary<string, string> Links { get; set; } = [];

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
