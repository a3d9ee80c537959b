using Blittable.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>Equal objects are equal for Entity Framework Core, whatever was serialized before, so that no unchanged entity is saved.</summary>
public sealed class ObjectComparerTests
{
    private const int Rounds = 40;

    [Fact]
    public void Equal_objects_are_equal_while_a_dictionary_learns_their_shape()
    {
        var comparer = new BlittableObjectComparer<Order>(new BlittableOptions { Mode = BlittableMode.Disk, Dictionary = new BlittableDictionary() });
        var hash = comparer.GetHashCode(New("river"));
        for (var i = 0; i < Rounds; i++)
        {
            Assert.True(comparer.Equals(New("river"), New("river")), $"round {i}");
            Assert.False(comparer.Equals(New("river"), New("stone")));
            Assert.Equal(hash, comparer.GetHashCode(New("river")));
            Assert.Equal("river", comparer.Snapshot(New("river")).Customer);
        }
    }

    [Fact]
    public void Equal_objects_are_equal_if_the_options_learn_across_documents()
    {
        var options = BlittableOptions.Balanced with { LearnAcrossDocuments = true };
        var comparer = new BlittableObjectComparer<Order>(options);
        const string prose = "the stone and the river in the garden of the house";
        var hash = comparer.GetHashCode(New(prose));
        var random = new Random(4);
        for (var i = 0; i < Rounds * Rounds; i++)
        {
            BlittableSerializer.Serialize(New(string.Concat(Enumerable.Range(0, 30).Select(_ => (char)('A' + random.Next(26))))), options);
        }

        Assert.Equal(hash, comparer.GetHashCode(New(prose)));
        Assert.True(comparer.Equals(New(prose), New(prose)));
    }

    private static Order New(string customer) => new() { Customer = customer, Total = 12.5m, Tags = ["a", customer] };
}
