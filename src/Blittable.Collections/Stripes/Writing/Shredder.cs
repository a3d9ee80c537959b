namespace Blittable.Collections.Stripes.Writing;

/// <summary>Shreds documents: writes scalars to the columns of their nodes, and all other values to residual documents.</summary>
/// <remarks>
/// A residual document is an array that alternates between a node number and its value. If the nodes cannot restore a document, it is stored whole as the value
/// of node 0, in addition to its values in columns. This applies if its properties have another order, a name occurs twice, or the schema is incomplete.
/// </remarks>
internal sealed class Shredder : IDisposable
{
    // The array adds a level to the values of a document, and documents are as deep as they were accepted.
    private readonly BlittableBuilder _residual = new(new BlittableOptions { Mode = BlittableMode.Disk, MaxDepth = int.MaxValue });
    private bool _hasResidual;
    private bool _isOdd;
    private int _objects;

    /// <summary>Gets or sets a value that indicates whether documents are stored whole, so no residual documents are needed.</summary>
    public bool AreDocumentsKept { get; set; }

    /// <summary>Shreds a document.</summary>
    /// <param name="root">The schema.</param>
    /// <param name="document">The document.</param>
    /// <param name="row">The row in the chunk group.</param>
    /// <returns>The residual document, valid until the next call; empty if all values are in columns.</returns>
    public ReadOnlySpan<byte> Shred(SchemaNode root, in BlittableValue document, int row)
    {
        _isOdd = false;
        TakeApart(root, document, row);
        if (_isOdd && !AreDocumentsKept)
        {
            _residual.Reset();
            _hasResidual = false;
            AddResidual(root, document);
        }

        if (!_hasResidual)
        {
            return default;
        }

        _hasResidual = false;
        _residual.WriteEndArray();
        return _residual.Finish();
    }

    public void Dispose() => _residual.Dispose();

    private void TakeApart(SchemaNode node, in BlittableValue value, int row)
    {
        if (node.IsResidual)
        {
            if (!AreDocumentsKept)
            {
                AddResidual(node, value);
            }

            return;
        }

        var columns = node.Columns!;
        switch (value.Kind)
        {
            case BlittableValueKind.Object:
                columns.Set(row, NodeState.Object);
                TakeObject(node, value, row);
                break;
            case BlittableValueKind.Array:
                TakeArray(node, value, row);
                break;
            case var kind when node.IsOpen && !NodeColumns.IsRestored(value, AreDocumentsKept):
                // The path was left out of the schema while such values were examined. Queries read them as null.
                _isOdd = true;
                columns.Set(row, NodeState.Null);
                if (kind == BlittableValueKind.String)
                {
                    columns.Add(row, value);
                }

                break;
            default:
                columns.Add(row, value);
                break;
        }
    }

    private void TakeObject(SchemaNode node, in BlittableValue value, int row)
    {
        value.TryReadObject(out var container, out var shape);
        if (container.Count == 0)
        {
            return;
        }

        ReadOnlySpan<SchemaNode?> children;
        if (node.FindShape(shape.Bytes) is { } known)
        {
            _isOdd |= !known.IsInOrder;
            children = known.Children;
        }
        else
        {
            var found = FindChildren(node, value, out var isInOrder);
            _isOdd |= !isInOrder;
            if (node.HasRoomForShape)
            {
                node.AddShape(shape.Bytes, found, isInOrder);
            }

            children = found;
        }

        for (var i = 0; i < children.Length; i++)
        {
            if (children[i] is { } child)
            {
                TakeApart(child, value.WithAddress(container.Child(i)), row);
            }
        }
    }

    /// <summary>Returns a child for each property, or null if the schema has none. Of several properties with the same name only the last one, which lookups
    /// find, has a child.</summary>
    /// <param name="node">The object's node.</param>
    /// <param name="value">The object.</param>
    /// <param name="isInOrder">True if the nodes restore the object.</param>
    private SchemaNode?[] FindChildren(SchemaNode node, in BlittableValue value, out bool isInOrder)
    {
        var children = new SchemaNode?[value.Count];
        int next = 0, count = 0;
        _objects++;
        isInOrder = true;
        foreach (var property in value.EnumerateObject())
        {
            if (node.Find(property.NameUtf8, next) is { } child)
            {
                isInOrder &= child.Order >= next;
                if (child.Found.Object == _objects)
                {
                    children[child.Found.Place] = null;
                }

                child.Found = (_objects, count);
                next = child.Order + 1;
                children[count] = child;
            }
            else
            {
                // If documents are stored whole, the schema only has required paths.
                isInOrder &= AreDocumentsKept;
            }

            count++;
        }

        return children;
    }

    private void TakeArray(SchemaNode node, in BlittableValue value, int row)
    {
        value.TryReadArray(out var container);
        var element = node.Element;
        if (element is null)
        {
            _isOdd |= container.Count > 0;
            node.Columns!.Set(row, NodeState.Array);
            return;
        }

        for (var i = 0; i < container.Count; i++)
        {
            TakeApart(element, value.Child(container, i), element.Rows++);
        }

        node.Columns!.AddEnd(row, element.Rows);
    }

    private void AddResidual(SchemaNode node, in BlittableValue value)
    {
        if (!_hasResidual)
        {
            _hasResidual = true;
            _residual.WriteStartArray();
        }

        _residual.WriteNumber(node.Number);
        _residual.WriteValue(value);
    }
}
