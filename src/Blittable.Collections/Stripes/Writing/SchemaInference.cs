using Blittable.Collections.Numbers;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Finds out what the documents of a stripe have in common.</summary>
/// <remarks>
/// <para>All of them are looked at, so nothing drifts within a stripe: a path that appears with the last row has its column from the first row on.</para>
/// <para>What is not regular is left to residual documents: objects whose names are data, long arrays, binary values, what only a few documents have, and,
/// for the rows below an array cannot be told apart there, arrays that have any of these.</para>
/// <para>Where there are more names than a schema has room for, those seen least are left out of it, and a document that has one of them is kept whole
/// besides its columns. So an odd document costs its own bytes: the paths of the others keep their columns.</para>
/// </remarks>
internal sealed class SchemaInference
{
    /// <summary>Paths that have columns.</summary>
    private const int MostNodes = 2048;

    /// <summary>Paths that are counted at a time, before the rarest of them are left out.</summary>
    private const int MostObserved = 8192;

    /// <summary>An object with more rare names than this has data for names.</summary>
    private const int MostRare = 256;

    /// <summary>A name among that many is rare unless it is in one of so many objects.</summary>
    private const int LeastShare = 32;

    private const int MostDepth = 48;

    /// <summary>Elements in one place for each row of a chunk.</summary>
    private const int MostElements = 256;

    /// <summary>Values in fewer rows of each chunk group cost less in residual documents than in a column of their own.</summary>
    private const int LeastPerGroup = 8;

    /// <summary>An object is worth its columns as long as at most one in so many has names that were left out.</summary>
    private const int MostLeftOut = 4;

    private int _documents;
    private int _nodes;
    private int _group;
    private long _mostElements;

    public SchemaNode Root { get; private set; } = new(null, [], isElement: false);

    /// <summary>Starts anew, with paths that need columns.</summary>
    /// <param name="required">The paths.</param>
    /// <param name="chunkRows">The rows of a chunk group.</param>
    public void Start(IEnumerable<BlittablePath> required, int chunkRows)
    {
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

    /// <summary>Begins with the next chunk group.</summary>
    public void StartGroup() => _group++;

    /// <summary>Looks at a document.</summary>
    public void Observe(in BlittableValue document)
    {
        if (_nodes > MostObserved)
        {
            Root.SettleShapes();
            LeaveOutRarest(MostObserved / 2, int.MaxValue);
        }

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
        if (onlyRequired)
        {
            CloseArrays(Root);
            KeepRequired(Root);
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
        var children = node.HasRoomForShape ? new SchemaNode[value.Count] : [];
        var count = 0;
        foreach (var property in value.EnumerateObject())
        {
            var child = node.Find(property.NameUtf8, next);
            if (child is null)
            {
                _nodes++;
                child = node.Insert(Math.Min(next, node.Children.Count), property.NameUtf8, _documents);
            }

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
        _nodes += node.Element is null ? 1 : 0;
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

    /// <summary>Leaves the paths that were seen least out of the schema, until no more than some have columns. Where a path is not rare it keeps its
    /// place without a column: its values are residual.</summary>
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

        // Of those seen equally often the last go first, and so children before their parents.
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

    /// <summary>Closes objects many of which have names that were left out: their names are data.</summary>
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

    private static void CloseRare(SchemaNode node, int least, bool isBelowArray)
    {
        // Of many names each must be in a fair share of the objects: so many columns of a few values each take more than their names do.
        var most = node.Children.Count > MostRare ? Math.Max(least, node.Seen / LeastShare) : least;
        bool IsRare(SchemaNode child) => child.Seen < most && !child.IsRequired;

        if (node.Children.Count > MostRare && node.Children.Count(IsRare) > MostRare)
        {
            // Many rare names: either those of a few odd documents, or data.
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
            // Below an array all rows have columns, or none.
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
