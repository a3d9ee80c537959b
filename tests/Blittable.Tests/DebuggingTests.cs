using System.Collections;
using System.Diagnostics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

namespace Blittable.Tests;

/// <summary>The text of documents and values in a debugger or a log: short, and never an exception.</summary>
public class DebuggingTests
{
    [Theory]
    [InlineData("""{"a":[1,2.50,"x"],"b":null}""", """{"a":[1,2.50,"x"],"b":null}""")]
    [InlineData("\"text\"", "\"text\"")]
    [InlineData("[]", "[]")]
    public void A_short_document_is_shown_completely(string json, string expected)
    {
        using var document = BlittableDocument.Parse(json);
        Assert.Equal(expected, document.ToString());
        Assert.Equal(expected, $"{document}");
    }

    [Theory]
    [InlineData("""{"a\r\nfail: forged":1}""", """{"a\r\nfail: forged":1}""")]
    [InlineData("""{"a\"b":1,"\u0000":2}""", """{"a\"b":1,"\u0000":2}""")]
    public void A_name_is_shown_with_the_escapes_of_JSON(string json, string expected)
    {
        using var document = BlittableDocument.Parse(json);
        Assert.Equal(expected, document.ToString());
    }

    [Fact]
    public void Long_names_and_numbers_are_described_without_reading_them_all()
    {
        using var document = BlittableDocument.Parse($"[{new string('7', 1_000_000)},{{\"{new string('n', 1_000_000)}\":1}}]");
        _ = document.ToString();
        var before = GC.GetAllocatedBytesForCurrentThread();

        var shown = document.ToString();

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 20_000);
        Assert.Equal("[<number with a long JSON text>,{<name of 1,000,000 bytes>:1}]", shown);
    }

    [Fact]
    public void A_long_document_is_truncated_without_reading_it_all()
    {
        using var document = BlittableDocument.Parse($"[{string.Join(',', Enumerable.Repeat("\"😀\"", 1_000_000))}]");
        using var text = BlittableDocument.Parse($"[\"{new string('x', 1_000_000)}\"]");
        _ = document.ToString();
        var before = GC.GetAllocatedBytesForCurrentThread();

        var shown = document.ToString();

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 20_000);
        Assert.InRange(shown.Length, 199, 200);
        Assert.EndsWith("…", shown, StringComparison.Ordinal);
        Assert.False(char.IsHighSurrogate(shown[^2]));
        Assert.Equal("[<string of 1,000,000 bytes>]", text.ToString());
    }

    [Fact]
    public void Damaged_disposed_and_undefined_values_are_described()
    {
        var bytes = BlittableDocument.Parse("""{"a":[1,2],"b":"text"}""").Bytes.ToArray();
        for (var i = 0; i < bytes.Length - 1; i++)
        {
            var damaged = (byte[])bytes.Clone();
            damaged[i] ^= 0xFF;
            try
            {
                var opened = BlittableDocument.Open(damaged);
                Assert.InRange(opened.ToString().Length, 1, 200);
                _ = Dump(opened);
            }
            catch (BlittableException)
            {
                // This document could not even be opened.
            }
        }

        var document = BlittableDocument.Parse("1");
        document.Dispose();
        Assert.Equal("disposed", document.ToString());
        Assert.Empty(Dump(document));
    }

    [Fact]
    public void The_debugger_view_has_names_and_values()
    {
        using var document = BlittableDocument.Parse("""{"id":7,"lines":[{"sku":"a","n":1.50},[]],"note":null}""", BlittableOptions.Smallest);
        Assert.Equal(
            """
            id: 7
            lines: [{"sku":"a","n":1.50},[]]
              [0]: {"sku":"a","n":1.50}
                sku: "a"
                n: 1.50
              [1]: []
            note: null

            """.ReplaceLineEndings("\n"),
            Dump(document));
    }

    [Fact]
    public void The_debugger_view_of_a_value_has_the_same_text_and_tree()
    {
        using var document = BlittableDocument.Parse("""[{"skipped":0},{"id":7,"lines":[1.50,"a"]}]""", BlittableOptions.Smallest);
        var value = document.Root[1];
        Assert.Equal("{DebuggerText,nq}", typeof(BlittableValue).GetCustomAttribute<DebuggerDisplayAttribute>()!.Value);
        Assert.Equal("""{"id":7,"lines":[1.50,"a"]}""", TextOf(ref value));
        Assert.Equal(
            [("id", "7"), ("lines", """[1.50,"a"]"""), ("[0]", "1.50"), ("[1]", "\"a\"")],
            TreeOf(ref value).SelectMany(node => node.Children.Prepend(node)).Select(node => (node.Name, node.Text)));

        BlittableValue none = default;
        Assert.Equal("undefined", TextOf(ref none));
        Assert.Empty(TreeOf(ref none));

        using var damaged = BlittableDocument.Open(Damage(document.Bytes.ToArray()));
        var root = damaged.Root;
        Assert.InRange(TextOf(ref root).Length, 1, 200);
        _ = TreeOf(ref root);

        static byte[] Damage(byte[] bytes)
        {
            bytes.AsSpan(0, bytes.Length / 2).Fill(0xFF);
            return bytes;
        }
    }

    [Theory]
    [InlineData(1000, null)]
    [InlineData(1001, "1 more")]
    [InlineData(1_234_567, "1,233,567 more")]
    public void Children_that_the_debugger_does_not_show_are_counted(int count, string? expected)
    {
        foreach (var json in new[]
        {
            $"[{string.Join(',', Enumerable.Repeat("[]", count))}]",
            $"{{{string.Join(',', Enumerable.Range(0, count).Select(i => $"\"p{i}\":1"))}}}",
        })
        {
            using var document = BlittableDocument.Parse($"[{json}]");
            var nodes = DebugNode.Of(document, document.Root[0]);
            var last = nodes[^1];
            Assert.Equal(expected is null ? 1000 : 1001, nodes.Length);
            Assert.Equal(expected, last.Name == "…" ? last.Text : null);
            Assert.Empty(last.Children);
            var outer = Assert.Single(DebugNode.Of(document, document.Root));
            Assert.Equal(nodes.Select(node => node.Text), outer.Children.Select(node => node.Text));
        }
    }

    [Fact]
    public void Editors_patches_and_dictionaries_have_a_text()
    {
        using var document = BlittableDocument.Parse("""{"a":1}""");
        var editor = new BlittableEditor(document);
        editor.Set("$.b", "[2]"u8);
        Assert.Equal("""{"a":1,"b":[2]}""", Display(editor));
        editor.Dispose();
        Assert.Equal("disposed", Display(editor));

        var patch = BlittablePatch.Parse("""[{"op":"remove","path":"/a"}]"""u8);
        Assert.Equal("""JsonPatch: [{"op":"remove","path":"/a"}]""", Display(patch));
        Assert.Equal("""MergePatch: {"a":null}""", Display(BlittablePatch.Parse("""{"a":null}"""u8, BlittablePatchKind.MergePatch)));
        patch.Dispose();
        Assert.Equal("JsonPatch: disposed", Display(patch));

        var dictionary = BlittableDictionary.Train(Enumerable.Range(0, 50).Select(i => new ReadOnlyMemory<byte>(Encoding.UTF8.GetBytes($$"""{"id":{{i}},"state":"a frequent state"}"""))));
        Assert.Equal(
            $"version {dictionary.Version}: {dictionary.ShapeCount} shapes, {dictionary.StringCount} strings, {dictionary.SymbolTableCount} symbol tables", Display(dictionary));
        Assert.True(dictionary is { Version: > 0, ShapeCount: > 0 });
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_DebuggerText")]
    private static extern string TextOf(ref BlittableValue value);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_DebuggerTree")]
    private static extern DebugNode[] TreeOf(ref BlittableValue value);

    /// <summary>The text that a debugger shows: the value of the property in the attribute.</summary>
    private static string Display(object value)
    {
        var name = value.GetType().GetCustomAttribute<DebuggerDisplayAttribute>()!.Value.Replace("{", "", StringComparison.Ordinal).Replace(",nq}", "", StringComparison.Ordinal);
        return (string)value.GetType().GetProperty(name, BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(value)!;
    }

    /// <summary>The text of the tree that Visual Studio and Rider build from these attributes.</summary>
    private static string Dump(BlittableDocument document)
    {
        var proxy = Type.GetType(typeof(BlittableDocument).GetCustomAttribute<DebuggerTypeProxyAttribute>()!.ProxyTypeName)!;
        var text = new StringBuilder();
        Append(Activator.CreateInstance(proxy, document)!, 0);
        return text.ToString();

        void Append(object node, int depth)
        {
            var children = node.GetType().GetProperties()
                .Single(property => property.GetCustomAttribute<DebuggerBrowsableAttribute>()?.State == DebuggerBrowsableState.RootHidden);
            foreach (var child in (IEnumerable)children.GetValue(node)!)
            {
                text.Append(' ', 2 * depth).Append(Get(child, "Name")).Append(": ").Append(Get(child, "Text")).Append('\n');
                Append(child, depth + 1);
            }
        }

        static object Get(object node, string name) => node.GetType().GetProperty(name)!.GetValue(node)!;
    }
}
