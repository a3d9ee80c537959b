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
}
