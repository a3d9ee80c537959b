using MemoryPack;
using global::MessagePack;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a postal address.</summary>
[MessagePackObject(keyAsPropertyName: true)]
[MemoryPackable]
public sealed partial class Address
{
    public string Street { get; set; } = "";

    public string City { get; set; } = "";

    public string Country { get; set; } = "";

    public int Zip { get; set; }

    internal static Address Create(Random random) => new()
    {
        Street = $"{Words.Capital(random)} Street {random.Next(1, 200)}", City = Words.Capital(random), Country = Words.Country(random), Zip = random.Next(10_000, 99_999),
    };
}
