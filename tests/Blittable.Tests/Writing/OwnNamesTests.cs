using System.Text;

namespace Blittable.Tests.Writing;

/// <summary>Objects with more names than a shape may have: they contain their names.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class OwnNamesTests
{
    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void An_object_whose_names_grow_the_output_keeps_its_values(BlittableMode mode)
    {
        // The output starts with 16 KB. At one of these sizes the names are the first bytes that do not fit.
        for (var names = 520; names < 1200; names += 7)
        {
            var json = new StringBuilder("{\"first\":\"value\",\"map\":{");
            for (var i = 0; i < names; i++)
            {
                json.Append(i == 0 ? "" : ",").Append('"').Append("name of ").Append(i).Append("\":\"text ").Append(i).Append('"');
            }

            json.Append("}}");
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });

            Assert.Equal(json.ToString(), BlittableValue.Open(converter.Convert(json.ToString())).ToJson());
        }
    }
}
