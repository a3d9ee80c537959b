using System.Text;
using Blittable.Layout;

namespace Blittable.Tests.Layout;

/// <summary>Shape tables at the end of a document. Small tables are opened on a shorter code path.</summary>
public class TrailerTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(300)]
    public void The_shape_table_locates_the_shapes_of_a_document(int count)
    {
        var bytes = Convert(count);
        var root = BlittableValue.Open(bytes);

        Assert.Equal(count, Trailer.Read(bytes).ShapeCount);
        for (var i = 0; i < count; i++)
        {
            var value = root[(2 * i) + 1];
            Assert.Equal(i, value.GetProperty("name" + i).GetInt32());
            Assert.Equal(i, value.GetProperty(new BlittableName("name" + i)).GetInt32());
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(40)]
    [InlineData(127)]
    public void A_damaged_table_is_opened_or_refused_as_by_the_complete_trailer_code(int count)
    {
        var whole = Convert(count);
        Assert.Equal(Trailer.Version | Trailer.HasShapes, whole[^1]);
        for (var at = whole.Length - 5; at < whole.Length - 1; at++)
        {
            for (var value = 0; value <= byte.MaxValue; value++)
            {
                var bytes = whole.AsSpan().ToArray();
                bytes[at] = (byte)value;
                Assert.Equal(Places(bytes, whole: true), Places(bytes, whole: false));
            }
        }
    }

    /// <summary>Returns the addresses of the root and the shape table, or null if the document is refused.</summary>
    private static (int Root, int ShapeTable)? Places(byte[] bytes, bool whole)
    {
        try
        {
            if (whole)
            {
                var trailer = Trailer.Read(bytes);
                return (trailer.Root, trailer.ShapeTable);
            }

            var root = BlittableValue.Open(bytes);
            return (root.Address, root.ShapeTable);
        }
        catch (BlittableException)
        {
            return null;
        }
    }

    private static byte[] Convert(int shapes)
    {
        using var converter = new BlittableConverter();
        var objects = Enumerable.Range(0, 2 * shapes).Select(i => $$"""{"name{{i / 2}}":{{i / 2}}}""");
        return converter.Convert(Encoding.UTF8.GetBytes($"[{string.Join(',', objects)}]")).ToArray();
    }
}
