using MemoryPack;
using global::MessagePack;
using PolyType;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents the visit of a user to a shop: a list of events of four types.</summary>
[BlittableSerializable]
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
[GenerateShape]
public sealed partial class Session
{
    [Key(0)]
    public Guid Id { get; set; }

    [Key(1)]
    public string User { get; set; } = "";

    [Key(2)]
    public List<SessionEvent> Events { get; set; } = [];

    public static Session Create(Random random)
    {
        var time = new DateTime(2025, 6, 1, 0, 0, 0, DateTimeKind.Utc).AddSeconds(random.Next(10_000_000));
        var session = new Session { Id = Words.Guid(random), User = Words.Name(random) };
        for (var i = random.Next(8, 24); i > 0; i--)
        {
            time = time.AddSeconds(random.Next(1, 300));
            session.Events.Add(random.Next(4) switch
            {
                0 => new Search { Time = time, Text = Words.Text(random, 2), Results = random.Next(500) },
                1 => new PageView { Time = time, Page = $"/{Words.Of(random)}/{Words.Of(random)}", Milliseconds = random.Next(10, 2_000), IsCached = random.Next(2) == 0 },
                2 => new ItemAdded { Time = time, Product = random.Next(100_000), Quantity = random.Next(1, 5), Price = random.Next(100, 20_000) / 100m },
                _ => new Rating { Time = time, Product = random.Next(100_000), Stars = random.Next(1, 6), Comment = random.Next(2) == 0 ? null : Words.Text(random, 8) },
            });
        }

        return session;
    }
}
