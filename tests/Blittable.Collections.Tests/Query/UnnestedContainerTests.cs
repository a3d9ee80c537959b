using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests arrays selected together with their elements.</summary>
public sealed class UnnestedContainerTests
{
    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Hybrid)]
    [InlineData(CollectionLayout.Auto)]
    public void An_array_is_selected_together_with_its_elements_in_every_layout(CollectionLayout layout)
    {
        string[] documents = ["""{"id":1,"a":[1,"x"]}""", """{"id":2,"a":7}""", """{"id":3}""", """{"id":4,"a":[{"b":[]}]}"""];
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout, Columns = ["$.a"] }));
        var rows = reader.Scan().Unnest("$.a[*]").Select("$.a", "$.a[*]").ToTable();
        Assert.Equal(
            """[1,"x"] 1; [1,"x"] "x"; [{"b":[]}] {"b":[]}""",
            string.Join("; ", Enumerable.Range(0, rows.Count).Select(row => $"{rows[row, 0].ToJson()} {rows[row, 1].ToJson()}")));
    }
}
