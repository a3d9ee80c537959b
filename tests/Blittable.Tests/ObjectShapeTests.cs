using System.Text;
using Blittable.Generated;

namespace Blittable.Tests;

/// <summary>The cached shapes of a type are the recurring ones, and do not occupy more memory than the type warrants.</summary>
public sealed class ObjectShapeTests
{
    [Fact]
    public void A_shape_that_recurs_is_cached_although_many_others_came_first()
    {
        var shape = new ObjectShape("T", ignoresCase: false, "A", "B");
        var reader = new ObjectReader();
        for (var i = 0; i < 200; i++)
        {
            Read(reader, shape, $$"""{"odd{{i}}":1}""");
        }

        for (var i = 0; i < 40; i++)
        {
            Read(reader, shape, """{"A":1,"B":2}""");
            Read(reader, shape, """{"B":1}""");
        }

        Assert.Equal([1, 2], shape.Maps.Where(map => map.Others.Length == 0).Select(map => map.Count).Order());
    }

    [Fact]
    public void A_shape_of_many_unknown_names_is_not_cached()
    {
        var shape = new ObjectShape("T", ignoresCase: false, "A", "B");
        var reader = new ObjectReader();
        var text = new StringBuilder("{\"B\":5");
        for (var i = 0; i < 5000; i++)
        {
            text.Append($",\"unknown{i}\":1");
        }

        Assert.Equal(5, Read(reader, shape, text.Append('}').ToString()));
        Assert.Empty(shape.Maps);
        Assert.Equal(2, Read(reader, shape, """{"A":1,"B":2}"""));
        Assert.Single(shape.Maps);
    }

    private static int Read(ObjectReader reader, ObjectShape shape, string json)
    {
        using var document = BlittableDocument.Parse(json);
        reader.Begin(document.Root, maxDepth: 10);
        var number = reader.OpenObject(document.Root, shape).Find(1, out var found) ? found.GetInt32() : 0;
        reader.Close();
        reader.End();
        return number;
    }
}
