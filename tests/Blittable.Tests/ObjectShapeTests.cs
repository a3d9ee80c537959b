using System.Text;
using Blittable.Generated;
using Blittable.Layout;

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
            Read(reader, shape, """{"A":1,"B":2,"other":3}""");
            Read(reader, shape, """{"B":1,"other":2}""");
        }

        Assert.Equal([2, 3], shape.Maps.Where(map => map.Ordinals[1] >= 0).Select(map => map.Count).Order());
    }

    [Fact]
    public void Subsets_of_the_members_are_cached_beyond_the_list_of_recent_shapes()
    {
        const int members = 12, subsets = 60;
        var shape = new ObjectShape("T", ignoresCase: false, [.. Enumerable.Range(0, members).Select(i => "Member" + i)]);
        var reader = new ObjectReader();
        var random = new Random(1);
        var masks = Enumerable.Range(1, (1 << members) - 1).OrderBy(_ => random.Next()).Take(subsets).ToArray();
        var cached = 0;
        for (var round = 0; round < 2; round++)
        {
            foreach (var mask in masks)
            {
                var names = Enumerable.Range(0, members).Where(i => (mask >> i & 1) != 0);
                using var document = BlittableDocument.Parse($"{{{string.Join(",", names.Select(i => $"\"Member{i}\":{i + mask}"))}}}");
                cached += round == 1 && shape.Subsets!.Find(ShapeBlock.Read(document.Bytes.Span, document.Root.Address + 1).Bytes) is not null ? 1 : 0;
                reader.Begin(document.Root, maxDepth: 10);
                var open = reader.OpenObject(document.Root, shape);
                for (var i = 0; i < members; i++)
                {
                    var isFound = open.Find(i, out var found);
                    Assert.Equal((mask >> i & 1) != 0, isFound);
                    Assert.Equal(isFound ? i + mask : 0, isFound ? found.GetInt32() : 0);
                }

                reader.Close();
                reader.End();
            }
        }

        Assert.InRange(cached, subsets * 3 / 4, subsets);
    }

    [Fact]
    public void Shapes_with_unknown_names_do_not_fill_the_table_of_subsets()
    {
        var shape = new ObjectShape("T", ignoresCase: false, "A", "B");
        var reader = new ObjectReader();
        for (var i = 0; i < 1000; i++)
        {
            Read(reader, shape, $$"""{"B":1,"odd{{i}}":1}""");
        }

        Assert.Null(shape.Subsets);
    }

    [Fact]
    public void The_map_of_a_numbered_shape_depends_on_the_type_and_the_document()
    {
        var one = new ObjectShape("One", ignoresCase: false, "x", "y");
        var two = new ObjectShape("Two", ignoresCase: false, "y", "x");
        var reader = new ObjectReader();
        foreach (var isY in new[] { false, true, false })
        {
            using var document = BlittableDocument.Parse(string.Join(",", Enumerable.Range(1, 4).Select(i => $"{{\"{(isY ? "y" : "x")}\":{i}}}")).Insert(0, "[") + "]");
            reader.Begin(document.Root, maxDepth: 10);
            for (var i = 0; i < document.Root.Count; i++)
            {
                Check(document.Root[i], one, isY ? 1 : 0, i + 1);
                Check(document.Root[i], two, isY ? 0 : 1, i + 1);
            }

            reader.End();
        }

        void Check(BlittableValue value, ObjectShape shape, int member, int expected)
        {
            var open = reader.OpenObject(value, shape);
            Assert.True(open.Find(member, out var found));
            Assert.Equal(expected, found.GetInt32());
            Assert.False(open.Find(1 - member, out _));
            reader.Close();
        }
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
