using System.Collections;
using System.Diagnostics;
using System.Reflection;
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
