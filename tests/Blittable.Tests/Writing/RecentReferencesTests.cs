using System.Text.Json;
using System.Text.Json.Nodes;
using Blittable.Writing;

namespace Blittable.Tests.Writing;

[Trait(Category.Name, Category.Vector)]
public class RecentReferencesTests
{
    [Fact]
    public void The_distance_to_a_target_is_measured_from_its_last_reference()
    {
        var references = new RecentReferences();
        references.Clear(expectedInput: 0);

        Assert.Equal(int.MaxValue, references.Nearest(target: 7, here: 1_000));
        references.Add(target: 7, address: 400);
        references.Add(target: 7, address: 900);

        Assert.Equal(100, references.Nearest(target: 7, here: 1_000));
        Assert.Equal(int.MaxValue, references.Nearest(target: 8, here: 1_000));
    }

    [Fact]
    public void References_of_the_previous_document_are_forgotten()
    {
        var references = new RecentReferences();
        references.Clear(expectedInput: 1 << 20);
        references.Add(target: 7, address: 900);

        references.Clear(expectedInput: 1 << 20);

        Assert.Equal(int.MaxValue, references.Nearest(target: 7, here: 1_000));
    }

    [Fact]
    public void Distant_values_are_restored_whichever_references_displace_each_other()
    {
        // Objects whose values were all written far earlier, with more values than the reference table holds.
        var random = new Random(3);
        var values = Enumerable.Range(0, 3_000).Select(number => $"a value that is no leaf, number {number * 7919}").ToArray();
        var objects = Enumerable.Range(0, 3_000).Select(_ =>
        {
            var first = random.Next(values.Length);
            var near = random.Next(12);
            var names = Enumerable.Range(0, 1 + random.Next(14));
            return new JsonObject(names.Select(name =>
                KeyValuePair.Create($"p{name}", (JsonNode?)values[name < near ? (first + name) % 40 : random.Next(values.Length)])));
        });
        var json = JsonSerializer.Serialize(values.Select(value => (object)value).Concat(objects));

        using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);

        document.Validate();
        Assert.Equal(json, document.Root.ToJson());
    }
}
