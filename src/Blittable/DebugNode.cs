using System.Diagnostics;
using System.Globalization;

namespace Blittable;

/// <summary>Represents a value in a debugger's tree view. Its children are read when the node is expanded.</summary>
[DebuggerDisplay("{Text,nq}", Name = "{Name,nq}")]
internal sealed class DebugNode
{
    /// <summary>The maximum number of children shown. Millions of children would block the debugger.</summary>
    private const int MaxChildren = 1000;

    private readonly BlittableDocument? _document;
    private readonly int _address;
    private readonly int _shapeTable;

    private DebugNode(BlittableDocument document, string name, BlittableValue value)
    {
        _document = document;
        Name = name;
        Text = DebugText.Of(value);
        _address = value.Address;
        _shapeTable = value.ShapeTable;
    }

    /// <summary>Creates a node that represents the children that are not shown.</summary>
    private DebugNode(long hidden)
    {
        Name = "…";
        Text = string.Create(CultureInfo.InvariantCulture, $"{hidden:N0} more");
    }

    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    public string Name { get; }

    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    public string Text { get; }

    /// <summary>Gets the properties or elements. The last node represents the children that are not shown, if any.</summary>
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public DebugNode[] Children => _document is null ? [] : Of(_document, _document.Root.WithAddress(_address, _shapeTable));

    /// <summary>Reads the children of a value. If the value is damaged, returns the children before the damage.</summary>
    public static DebugNode[] Of(BlittableDocument document, BlittableValue value)
    {
        var nodes = new List<DebugNode>();
        try
        {
            if (value.Kind == BlittableValueKind.Object)
            {
                foreach (var property in value.EnumerateObject())
                {
                    if (nodes.Count == MaxChildren)
                    {
                        break;
                    }

                    nodes.Add(new DebugNode(document, property.Name, property.Value));
                }
            }
            else if (value.Kind == BlittableValueKind.Array)
            {
                for (var i = 0; i < Math.Min(value.Count, MaxChildren); i++)
                {
                    nodes.Add(new DebugNode(document, string.Create(CultureInfo.InvariantCulture, $"[{i}]"), value[i]));
                }
            }

            if (nodes.Count == MaxChildren && value.Count > MaxChildren)
            {
                nodes.Add(new DebugNode(value.Count - MaxChildren));
            }
        }
        catch (BlittableException)
        {
            // The text of the node describes the damage.
        }

        return [.. nodes];
    }
}
