using MemoryPack;
using global::MessagePack;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a postal address.</summary>
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
public sealed partial class Address
{
    [Key(0)]
    public string Street { get; set; } = "";

    [Key(1)]
    public string City { get; set; } = "";

    [Key(2)]
    public string Country { get; set; } = "";

    [Key(3)]
    public int Zip { get; set; }

    internal static Address Create(Random random) => new()
    {
        Street = $"{Words.Capital(random)} Street {random.Next(1, 200)}", City = Words.Capital(random), Country = Words.Country(random), Zip = random.Next(10_000, 99_999),
    };
}
