namespace Blittable.Collections.Stripes.Writing;

/// <summary>Infers the schema of a stripe from its documents.</summary>
/// <remarks>
/// <para>All documents are examined, so the schema does not change within a stripe: a path that first appears in the last row has a column from the first row
/// on.</para>
/// <para>Irregular values are left to residual documents: objects with names that are data, long arrays, binary values, and values that only a few documents
/// have. Arrays that contain any of these are residual as a whole, because rows below an array cannot be distinguished in a residual document.</para>
/// <para>If there are more names than a schema can hold, the rarest are left out. Documents that have one of these names are also stored whole, in addition to
/// their columns. An odd document thus only costs its own bytes, and the paths of other documents keep their columns.</para>
/// </remarks>
internal sealed partial class SchemaInference
{
    /// <summary>The maximum number of paths with columns.</summary>
    private const int MostNodes = 2048;

    /// <summary>The maximum number of paths counted at a time. Beyond it, the rarest are left out.</summary>
    private const int MostObserved = 8192;

    /// <summary>The number of paths at which a document adds no more of them, so a single large document does not fill the memory.</summary>
    private const int MostWithinDocument = 4 * MostObserved;

    /// <summary>The number of rare names from which the names of an object are considered data.</summary>
    private const int MostRare = 256;

    /// <summary>If an object has that many names, a name is rare unless at least one in this many objects has it.</summary>
    private const int LeastShare = 32;

    private const int MostDepth = 48;

    /// <summary>The maximum number of elements at a path for each row of a chunk.</summary>
    private const int MostElements = 256;

    /// <summary>The number of rows per chunk group below which values cost less in residual documents than in a column.</summary>
    private const int LeastPerGroup = 8;

    /// <summary>An object has columns as long as at most one in this many has names that were left out.</summary>
    private const int MostLeftOut = 4;

    private int _documents;
    private int _nodes;
    private int _group;
    private long _mostElements;
    private bool _onlyRequired;

    public SchemaNode Root { get; private set; } = new(null, [], isElement: false);

    /// <summary>Resets the inference, with paths that require columns.</summary>
    /// <param name="required">The required paths.</param>
    /// <param name="chunkRows">The number of rows in a chunk group.</param>
    /// <param name="onlyRequired">True if documents are stored whole, so only required paths have columns.</param>
    public void Start(IEnumerable<BlittablePath> required, int chunkRows, bool onlyRequired)
    {
        _onlyRequired = onlyRequired;
        Root = new SchemaNode(null, [], isElement: false);
        _documents = _group = 0;
        _nodes = 1;
        _mostElements = (long)MostElements * chunkRows;
        foreach (var path in required)
        {
            var node = Root;
            node.IsRequired = true;
            foreach (var step in path.Steps)
            {
                node = step.IsWildcard ? node.GetElement()
                    : step.Name is { } name ? node.Find(name.Utf8, -1) ?? node.Insert(node.Children.Count, name.Utf8, 0)
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

    /// <summary>Examines a document.</summary>
    public void Observe(in BlittableValue document)
    {
        if (_nodes > MostObserved)
        {
            Root.SettleShapes();
            LeaveOutRarest(MostObserved / 2, int.MaxValue);
        }

        Observe(Root, document, 0);
        _documents++;
        if (_groupBytes > MostGroupBytes)
        {
            CloseLargest();
        }
    }

    /// <summary>Decides which nodes have columns, are residual, or are left out.</summary>
    /// <param name="groups">The number of chunk groups in the stripe.</param>
    /// <returns>The nodes in the directory, parents before their children.</returns>
    public List<SchemaNode> Settle(int groups)
    {
        Root.SettleShapes();
        if (_onlyRequired)
        {
            CloseArrays(Root);
        }
        else
        {
            var least = Math.Min(LeastPerGroup * groups, Math.Max(1, _documents / 4));
            LeaveOutRarest(MostNodes, least);
            CloseData(Root, least);
            CloseArrays(Root);
            CloseRare(Root, least, isBelowArray: false);
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
            case BlittableValueKind.Object or BlittableValueKind.Array:
                node.LeftOut++;
                break;
            case var _ when NodeColumns.IsRestored(value, _onlyRequired):
                CountBytes(node, value);
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
            if (known.Children[i] is { IsResidual: false } child)
            {
                ObserveContents(child, value.WithAddress(container.Child(i)), depth + 1);
            }
        }
    }

    private void ObserveNewShape(SchemaNode node, in BlittableValue value, ReadOnlySpan<byte> shape, int depth)
    {
        var next = 0;
        var children = node.HasRoomForShape ? new SchemaNode?[value.Count] : [];
        var count = 0;
        var isIncomplete = false;
        foreach (var property in value.EnumerateObject())
        {
            var child = node.Find(property.NameUtf8, next);
            if (child is null && !_onlyRequired)
            {
                if (_nodes >= MostWithinDocument)
                {
                    isIncomplete = true;
                    children = [];
                    continue;
                }

                _nodes++;
                child = node.Insert(Math.Min(next, node.Children.Count), property.NameUtf8, _documents);
            }

            if (children.Length > 0)
            {
                children[count++] = child;
            }

            if (child is not null)
            {
                next = child.Order + 1;
                Observe(child, property.Value, depth + 1);
            }
        }

        node.LeftOut += isIncomplete ? 1 : 0;
        if (children.Length > 0)
        {
            node.AddShape(shape, children, isInOrder: true);
        }
    }

    private void ObserveArray(SchemaNode node, in BlittableValue value, int depth)
    {
        if (node.Element is null)
        {
            if (_onlyRequired)
            {
                return;
            }

            _nodes++;
        }

        var element = node.GetElement();
        value.TryReadArray(out var container);
        var before = element.Elements.Group == _group ? element.Elements.Count : 0;
        element.Elements = (_group, before + container.Count);
        if (element.Elements.Count > _mostElements)
        {
            node.Close();
            return;
        }

        for (var i = 0; i < container.Count; i++)
        {
            Observe(element, value.Child(container, i), depth + 1);
        }
    }

    /// <summary>Leaves the rarest paths out of the schema until at most the specified number remain. Paths that are not rare stay in the schema without a
    /// column: their values are residual.</summary>
    private void LeaveOutRarest(int most, int least)
    {
        var nodes = new List<SchemaNode>();
        Number(Root, nodes);
        _nodes = nodes.Count;
        var left = nodes.Count(node => !node.IsResidual);
        if (left <= most)
        {
            return;
        }

        // Equally frequent nodes are in descending order of number, so children precede their parents.
        nodes.Sort((a, b) => a.Seen != b.Seen ? a.Seen.CompareTo(b.Seen) : b.Number.CompareTo(a.Number));
        var parents = new HashSet<SchemaNode>();
        var leftOut = new HashSet<SchemaNode>();
        foreach (var node in nodes)
        {
            if (left <= most)
            {
                break;
            }

            if (node.Parent is null || node.IsRequired || node.IsResidual || IsBelow(node, leftOut))
            {
                continue;
            }

            left -= CountColumns(node, leftOut);
            if (node.Seen < least && !node.IsElement)
            {
                leftOut.Add(node);
                parents.Add(node.Parent);
            }
            else
            {
                (node.IsElement ? node.Parent : node).Close();
            }
        }

        foreach (var parent in parents)
        {
            parent.LeaveOut(leftOut.Contains);
        }
    }

    private static bool IsBelow(SchemaNode node, HashSet<SchemaNode> leftOut)
    {
        for (var above = node.Parent; above is not null; above = above.Parent)
        {
            if (above.IsResidual || leftOut.Contains(above))
            {
                return true;
            }
        }

        return false;
    }

    private static int CountColumns(SchemaNode node, HashSet<SchemaNode> leftOut) =>
        node.IsResidual || leftOut.Contains(node) ? 0
        : 1 + node.Children.Sum(child => CountColumns(child, leftOut)) + (node.Element is { } element ? CountColumns(element, leftOut) : 0);

    /// <summary>Closes objects of which many have names that were left out: their names are data.</summary>
    private static void CloseData(SchemaNode node, int least)
    {
        if (node.Parent is not null && !node.IsRequired && node.LeftOut >= least && node.LeftOut * MostLeftOut > node.Seen)
        {
            node.Close();
            return;
        }

        node.Children.ForEach(child => CloseData(child, least));
        if (node.Element is not null)
        {
            CloseData(node.Element, least);
        }
    }

    /// <returns>True if any node below is residual.</returns>
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

    private static void CloseRare(SchemaNode node, int least, bool isBelowArray)
    {
        // If there are many names, each must occur in a fair share of the objects: columns with few values cost more than their names.
        var most = node.Children.Count > MostRare ? Math.Max(least, node.Seen / LeastShare) : least;
        bool IsRare(SchemaNode child) => child.Seen < most && !child.IsRequired;

        if (node.Children.Count > MostRare && node.Children.Count(IsRare) > MostRare)
        {
            // Many rare names either belong to a few odd documents, or are data.
            var affected = node.LeftOut + SchemaNode.CountObjects(node.Children.Where(IsRare));
            if (affected * MostLeftOut <= node.Seen)
            {
                node.LeaveOut(IsRare);
            }
            else if (node.Parent is not null && !node.IsRequired && !isBelowArray)
            {
                node.Close();
                return;
            }
        }

        foreach (var child in node.Children)
        {
            // Below an array, all rows have columns, or none.
            if (IsRare(child) && !isBelowArray)
            {
                child.Close();
            }
            else if (!child.IsResidual)
            {
                CloseRare(child, least, isBelowArray);
            }
        }

        if (node.Element is not null)
        {
            CloseRare(node.Element, least, isBelowArray: true);
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
