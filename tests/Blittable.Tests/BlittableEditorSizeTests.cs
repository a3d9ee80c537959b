using System.Text;

namespace Blittable.Tests;

/// <summary>Unreferenced bytes that edits leave behind, and compaction that removes them.</summary>
public class BlittableEditorSizeTests
{
    private const string Json = """{"id":7,"name":"Ada","tags":["x","y"],"inner":{"a":1.50,"b":"2020-01-02"},"id":8}""";

    public static TheoryData<BlittableMode> Modes => [BlittableMode.Memory, BlittableMode.Disk];

    [Theory]
    [MemberData(nameof(Modes))]
    public void Hundreds_of_edits_keep_the_document_size_bounded_in_one_editor_or_in_many(BlittableMode mode)
    {
        var document = BlittableDocument.Parse(Json, new BlittableOptions { Mode = mode });
        using var one = new BlittableEditor(document);
        for (var i = 0; i < 200; i++)
        {
            using var editor = new BlittableEditor(document);
            foreach (var edited in new[] { one, editor })
            {
                edited.SetNumber("$.inner.a", i);
                edited.SetString("$.tags[0]", $"tag {i}");
            }

            document = editor.ToDocument();
            Assert.InRange(document.Bytes.Length, 1, 1800);
        }

        foreach (var edited in new[] { one.ToDocument(), document })
        {
            edited.Validate();
            Assert.Equal("""{"id":7,"name":"Ada","tags":["tag 199","y"],"inner":{"a":199,"b":"2020-01-02"},"id":8}""", edited.Root.ToJson());
            Assert.InRange(edited.Bytes.Length, 1, 1800);
        }
    }

    [Fact]
    public void Compacting_keeps_the_dictionary()
    {
        var dictionary = BlittableDictionary.Train(Enumerable.Repeat<ReadOnlyMemory<byte>>(Encoding.UTF8.GetBytes(Json), 50));
        var options = new BlittableOptions { Mode = BlittableMode.Disk, Dictionary = dictionary };
        using var document = BlittableDocument.Parse(Json, options);
        using var editor = BlittableEditor.Open(document.Bytes.Span, dictionary);
        editor.SetNumber("$.id", 9);

        using var compact = editor.Compact();

        Assert.Equal("""{"id":7,"name":"Ada","tags":["x","y"],"inner":{"a":1.50,"b":"2020-01-02"},"id":9}""", compact.Root.ToJson());
        Assert.InRange(compact.Bytes.Length, 1, document.Bytes.Length + 4);
    }
}
