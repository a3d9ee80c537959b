namespace Blittable.Tests;

/// <summary>Tests entries that take the path of one value.</summary>
public sealed class SinglePathTests
{
    [Fact]
    public void Each_method_of_an_editor_rejects_a_path_with_a_wildcard()
    {
        using var document = BlittableDocument.Parse("""{"a":[1,{"b":2}],"b":{"a":3},"b c":[[]],"*":[]}""");
        SinglePaths.Verify(
            ("Set", path => Edit(editor => editor.Set(path, "1"u8))),
            ("Append", path => Edit(editor => editor.Append(path, "1"u8))),
            ("Remove", path => Edit(editor => editor.Remove(path))),
            ("Rename", path => Edit(editor => editor.Rename(path, "c"))));

        void Edit(Action<BlittableEditor> change)
        {
            using var editor = new BlittableEditor(document);
            change(editor);
        }
    }

    [Theory]
    [InlineData("$.c.d", "$.c")]
    [InlineData("$.b.c.d", "$.b.c")]
    [InlineData("$.a[2].b", "$.a[2]")]
    [InlineData("$.a[2]", "$.a[2]")]
    [InlineData("$['x y'][0].z", "$['x y']")]
    public void The_message_about_a_missing_container_names_the_container(string path, string missing)
    {
        using var document = BlittableDocument.Parse("""{"a":[1,{"b":2}],"b":{"a":3}}""");
        using var editor = new BlittableEditor(document);

        foreach (var edit in (Action[])[() => editor.Set(path, "1"u8), () => editor.Remove(path)])
        {
            var fault = Assert.Throws<BlittableException>(edit);
            Assert.Equal((BlittableErrorCode.NotFound, $"The document has no value at {missing}."), (fault.Code, fault.Message));
        }
    }
}
