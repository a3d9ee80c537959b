using System.Collections.Frozen;
using System.Text.Json.Nodes;
using Blittable.Fuzz.Models;
using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Inputs;

/// <summary>Draws objects whose members are set or omitted, and JSON in which members have values of other kinds.</summary>
internal static class RandomCatalogs
{
    private static readonly string[] Texts = ["", "a", "the same text", "größe", "木😀", "2020-02-29", "12:34:56", "https://example.com/a", "0123456789abcdef", "1.2.3.4", "Monday"];

    /// <summary>Draws an object.</summary>
    public static Catalog Make(FuzzRandom random, int depth = 0) => new()
    {
        Id = random.Next(int.MinValue, int.MaxValue),
        Name = Maybe(random) ? random.Pick<string>(Texts) : null,
        Weight = Maybe(random) ? random.Next(1000) / 8.0 : null,
        Price = new decimal(random.Next(100_000), 0, 0, random.OneIn(2), (byte)random.Next(5)),
        Big = new Int128(random.Next64() >> random.Next(64), random.Next64()),
        Small = (Half)random.Next(100),
        Created = new DateTimeOffset(2020, 2, 29, 12, 0, 0, TimeSpan.FromMinutes(random.Next(-800, 800))).AddTicks(random.Next(1 << 30)),
        Changed = Maybe(random) ? new DateTime(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddSeconds(random.Next(1 << 20)) : null,
        Day = new DateOnly(2011, 1, 1).AddDays(random.Next(-9000, 9000)),
        Time = new TimeOnly(random.Next(1 << 30)),
        Duration = TimeSpan.FromSeconds(random.Next(-100_000, 100_000)),
        Key = new Guid(random.Next(1 << 30), 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
        Link = Maybe(random) ? new Uri("https://example.com/" + random.Next(100)) : null,
        Version = Maybe(random) ? new Version(random.Next(10), random.Next(10)) : null,
        Weekday = (DayOfWeek)random.Next(7),
        NamedWeekday = (DayOfWeek)random.Next(7),
        Image = Maybe(random) ? new byte[random.Next(70)] : null,
        Counts = Maybe(random) ? Many(random, 40, () => random.Next(500)) : null,
        Ticks = Maybe(random) ? [.. Many(random, 40, () => (long)random.Next64())] : null,
        Readings = Maybe(random) ? Many(random, 40, () => random.Next(100_000) / 100.0) : null,
        Words = [.. Many(random, 6, () => random.Pick<string>(Texts))],
        Numbers = Maybe(random) ? Many(random, 6, () => random.Next(9)).ToFrozenSet() : null,
        Parts = Maybe(random) ? Many(random, 4, () => random.Next(1000)).Distinct().ToDictionary(i => $"part {i}", _ => MakePart(random)) : null,
        ByKey = Maybe(random) ? new SortedDictionary<Guid, int> { [new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)] = 1 } : null,
        ByNumber = Maybe(random) ? new Dictionary<int, string> { [random.Next(100)] = "n", [-1] = random.Pick<string>(Texts) } : null,
        Tuple = (random.Next(100), random.Pick<string>(Texts)),
        First = Maybe(random) ? MakePart(random) : null,
        Others = Maybe(random) ? Many(random, 20, () => MakePart(random)) : null,
        Size = Maybe(random) ? new PartSize(random.Next(100), 0.5f) : null,
        Figure = random.Next(3) switch { 0 => null, 1 => new Circle { Radius = 1.5, Label = "c" }, _ => new Square { Side = random.Next(9) } },
        Children = Maybe(random) && depth < 3 ? [.. Many(random, 3, () => Make(random, depth + 1))] : null,
        Node = Maybe(random) ? JsonNode.Parse(JsonTexts.Make(random)) : null,
        Document = Maybe(random) ? BlittableDocument.Parse(JsonTexts.Make(random)) : null,
        Unknown = null,
    };

    /// <summary>Draws JSON in which members of a catalog have values of other kinds, or are missing, repeated or unknown.</summary>
    public static string MakeMismatch(FuzzRandom random)
    {
        var members = BlittableValue.Open(BlittableSerializer.Serialize(Make(random))).EnumerateObject();
        var text = new System.Text.StringBuilder("{");
        foreach (var member in members)
        {
            var name = random.OneIn(30) ? "unknown" : member.Name;
            for (var times = random.OneIn(20) ? random.Next(3) : 1; times > 0; times--)
            {
                var value = random.OneIn(15) ? JsonTexts.Make(random) : member.Value.ToJson();
                text.Append(text.Length > 1 ? "," : "").Append('"').Append(name).Append("\":").Append(value);
            }
        }

        return text.Append('}').ToString();
    }

    private static Part MakePart(FuzzRandom random) => new(random.Next(100), Maybe(random) ? random.Pick<string>(Texts) : null, random.Next(100) / 4.0, random.OneIn(2))
    {
        Tags = Many(random, 3, () => random.Pick<string>(Texts)),
    };

    private static bool Maybe(FuzzRandom random) => !random.OneIn(3);

    private static T[] Many<T>(FuzzRandom random, int most, Func<T> make) => [.. Enumerable.Range(0, random.Next(most)).Select(_ => make())];
}
