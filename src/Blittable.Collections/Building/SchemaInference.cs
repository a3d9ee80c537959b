namespace Blittable.Collections;

/// <summary>Finds out what the documents of a stripe have in common.</summary>
/// <remarks>
/// All of them are looked at, so nothing drifts within a stripe: a path that appears with the last row has its column from the first row on.
/// What is not regular is left to residual documents: objects whose names are data, names that an object has twice, long arrays, binary values, what
/// only a few documents have, and, for the rows below an array cannot be told apart there, arrays that have any of these.
/// </remarks>
internal sealed class SchemaInference
{
    /// <summary>An object with more different names than this has data for names.</summary>
    private const int MostChildren = 256;

    private const int MostNodes = 2048;
    private const int MostDepth = 48;

    /// <summary>Elements of one document in one place; chunks have room for these times the rows of a chunk.</summary>
    private const int MostElements = 256;

    /// <summary>Values in fewer rows of each chunk group cost less in residual documents than in a column of their own.</summary>
    private const int LeastPerGroup = 8;

    private int _documents;
    private int _objects;
    private int _nodes;

    public SchemaNode Root { get; private set; } = new(null, [], isElement: false);

    /// <summary>Starts anew, with paths that need columns.</summary>
    public void Start(IEnumerable<BlittablePath> required)
    {
        Root = new SchemaNode(null, [], isElement: false);
        _documents = _objects = 0;
        _nodes = 1;
        foreach (var path in required)
        {
            var node = Root;
            node.IsRequired = true;
            foreach (var step in path.Steps)
            {
                node = step.IsWildcard ? node.GetElement()
                    : step.Name is { } name ? node.Find(name.Utf8, -1) ?? node.Insert(node.Children.Count, name.Utf8)
                    : null;
                if (node is null)
                {
                    break;
                }

                node.IsRequired = true;
                _nodes++;
            }
        }
    }

    /// <summary>Looks at a document.</summary>
    public void Observe(in BlittableValue document)
    {
        Observe(Root, document, 0);
        _documents++;
    }

    /// <summary>Settles what becomes of each node.</summary>
    /// <param name="groups">The chunk groups of the stripe.</param>
    /// <param name="onlyRequired">Whether documents are stored whole, so that only the paths that were asked for have columns.</param>
    /// <returns>The nodes that have a place in the directory, parents before their children.</returns>
    public List<SchemaNode> Settle(int groups, bool onlyRequired)
    {
        Root.SettleShapes();
        CloseArrays(Root);
        if (onlyRequired)
        {
            KeepRequired(Root);
        }
        else
        {
            CloseRare(Root, Math.Min(LeastPerGroup * groups, Math.Max(1, _documents / 4)));
        }

        var nodes = new List<SchemaNode>();
        Number(Root, nodes);
        return nodes;
    }

    private void Observe(SchemaNode node, in BlittableValue value, int depth)
    {
        node.Seen++;
        if (!node.IsResidual)
        {
            ObserveContents(node, value, depth);
        }
    }

    private void ObserveContents(SchemaNode node, in BlittableValue value, int depth)
    {
        switch (value.Kind)
        {
            case BlittableValueKind.Object when depth < MostDepth:
                ObserveObject(node, value, depth);
                break;
            case BlittableValueKind.Array when depth < MostDepth:
                ObserveArray(node, value, depth);
                break;
            case BlittableValueKind.Null or BlittableValueKind.True or BlittableValueKind.False or BlittableValueKind.String:
                break;
            case BlittableValueKind.Number when NumberValue.IsJson(value):
                break;
            default:
                node.Close();
                break;
        }
    }

    private void ObserveObject(SchemaNode node, in BlittableValue value, int depth)
    {
        value.TryReadObject(out var container, out var shape);
        if (container.Count == 0)
        {
            return;
        }

        if (node.FindShape(shape.Bytes) is not { } known)
        {
            ObserveNewShape(node, value, shape.Bytes, depth);
            return;
        }

        known.Sightings++;
        for (var i = 0; i < known.Children.Length; i++)
        {
            var child = known.Children[i]!;
            if (!child.IsResidual)
            {
                ObserveContents(child, value.WithAddress(container.Child(i)), depth + 1);
            }
        }
    }

    private void ObserveNewShape(SchemaNode node, in BlittableValue value, ReadOnlySpan<byte> shape, int depth)
    {
        var next = 0;
        var serial = _objects++;
        var children = node.HasRoomForShape ? new SchemaNode[value.Count] : [];
        var count = 0;
        foreach (var property in value.EnumerateObject())
        {
            var child = node.Find(property.NameUtf8, next);
            if (child is null)
            {
                if (node.Children.Count == MostChildren || _nodes == MostNodes)
                {
                    node.Close();
                    return;
                }

                _nodes++;
                child = node.Insert(Math.Min(next, node.Children.Count), property.NameUtf8);
            }

            if (child.LastObject == serial)
            {
                // A lookup finds the last of two, which no column can tell.
                child.Close();
            }

            child.LastObject = serial;
            next = child.Order + 1;
            if (children.Length > 0)
            {
                children[count++] = child;
            }

            Observe(child, property.Value, depth + 1);
        }

        if (children.Length > 0)
        {
            node.AddShape(shape, children, isInOrder: true);
        }
    }

    private void ObserveArray(SchemaNode node, in BlittableValue value, int depth)
    {
        var element = node.GetElement();
        value.TryReadArray(out var container);
        var before = element.Elements.Document == _documents ? element.Elements.Count : 0;
        element.Elements = (_documents, before + container.Count);
        if (element.Elements.Count > MostElements)
        {
            node.Close();
            return;
        }

        for (var i = 0; i < container.Count; i++)
        {
            Observe(element, value.Child(container, i), depth + 1);
        }
    }

    /// <returns>Whether something below is residual.</returns>
    private static bool CloseArrays(SchemaNode node)
    {
        var isBroken = false;
        foreach (var child in node.Children)
        {
            isBroken |= CloseArrays(child);
        }

        if (node.Element is not null && CloseArrays(node.Element))
        {
            node.Close();
        }

        return isBroken || node.IsResidual;
    }

    private static void CloseRare(SchemaNode node, int least)
    {
        foreach (var child in node.Children)
        {
            if (child.Seen < least && !child.IsRequired)
            {
                child.Close();
            }
            else if (!child.IsResidual)
            {
                CloseRare(child, least);
            }
        }
    }

    private static void KeepRequired(SchemaNode node)
    {
        node.Keep(child => child.IsRequired);
        node.Children.ForEach(KeepRequired);
        if (node.Element is not null)
        {
            KeepRequired(node.Element);
        }
    }

    private static void Number(SchemaNode node, List<SchemaNode> nodes)
    {
        node.Number = nodes.Count;
        nodes.Add(node);
        foreach (var child in node.Children)
        {
            Number(child, nodes);
        }

        if (node.Element is not null)
        {
            Number(node.Element, nodes);
        }
    }
}
