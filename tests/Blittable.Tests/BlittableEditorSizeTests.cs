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

    [Theory]
    [MemberData(nameof(Modes))]
    public void Edits_of_each_element_of_an_array_keep_the_editor_small(BlittableMode mode)
    {
        const int count = 1000;
        using var document = BlittableDocument.Parse($"[{string.Join(',', Enumerable.Range(0, count).Select(i => $"{{\"id\":{i}}}"))}]", new BlittableOptions { Mode = mode });

        // The edits write about 2 MB.
        using var editor = new BlittableEditor(document, options: null, maxCapacity: 1 << 18);
        for (var i = 0; i < count; i++)
        {
            editor.SetNumber($"$[{i}].id", -i);
        }

        using var edited = editor.ToDocument();
        edited.Validate();
        Assert.Equal($"[{string.Join(',', Enumerable.Range(0, count).Select(i => $"{{\"id\":{-i}}}"))}]", edited.Root.ToJson());
    }

    [Fact]
    public void A_compacted_document_can_be_read_within_the_limit_for_its_size()
    {
        const int count = 1500;
        var text = new string('q', 2000);
        using var document = BlittableDocument.Parse("[]", new BlittableOptions { Mode = BlittableMode.Disk });
        using var editor = new BlittableEditor(document.Bytes.Span, new BlittableOptions { Mode = BlittableMode.Disk });
        for (var i = 0; i < count; i++)
        {
            editor.Append("$", Encoding.UTF8.GetBytes($"\"{text}\""));
        }

        // Compacting stores the text once, which made the document too small for its limit.
        using var edited = editor.ToDocument();
        using var compact = editor.Compact();
        Assert.Equal($"[{string.Join(',', Enumerable.Repeat($"\"{text}\"", count))}]", edited.Root.ToJson());
        Assert.Equal(edited.Root.ToJson(), compact.Root.ToJson());
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
