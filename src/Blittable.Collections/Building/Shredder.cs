namespace Blittable.Collections;

/// <summary>Takes documents apart: scalars into the columns of their nodes, the rest into residual documents.</summary>
/// <remarks>
/// A residual document is an array of a node's number and its value, again and again. A document that the nodes' order does not restore
/// (its properties come in another order, or a name comes twice) is the value of node 0: it is kept whole, and its scalars are in the columns all the same.
/// </remarks>
internal sealed class Shredder : IDisposable
{
    private readonly BlittableBuilder _residual = new(new BlittableOptions { Mode = BlittableMode.Disk });
    private readonly bool _areDocumentsKept;
    private bool _hasResidual;
    private bool _isOutOfOrder;

    /// <param name="areDocumentsKept">Whether documents are stored whole, so that nothing else has to be.</param>
    public Shredder(bool areDocumentsKept) => _areDocumentsKept = areDocumentsKept;

    /// <summary>Takes a document apart.</summary>
    /// <param name="root">The schema.</param>
    /// <param name="document">The document.</param>
    /// <param name="row">Its row in the chunk group.</param>
    /// <returns>The residual document, until the next call; empty where there is none.</returns>
    public ReadOnlySpan<byte> Shred(SchemaNode root, in BlittableValue document, int row)
    {
        _isOutOfOrder = false;
        TakeApart(root, document, row);
        if (_isOutOfOrder && !_areDocumentsKept)
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
            if (!_areDocumentsKept)
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

        if (node.FindShape(shape.Bytes) is not { } known)
        {
            TakeNewShape(node, value, shape.Bytes, row);
            return;
        }

        _isOutOfOrder |= !known.IsInOrder;
        for (var i = 0; i < known.Children.Length; i++)
        {
            if (known.Children[i] is { } child)
            {
                TakeApart(child, value.WithAddress(container.Child(i)), row);
            }
        }
    }

    private void TakeNewShape(SchemaNode node, in BlittableValue value, ReadOnlySpan<byte> shape, int row)
    {
        int next = 0, count = 0;
        var isInOrder = true;
        var children = node.HasRoomForShape ? new SchemaNode?[value.Count] : [];
        foreach (var property in value.EnumerateObject())
        {
            // Where documents are kept, the schema has only what was asked for.
            if (node.Find(property.NameUtf8, next) is { } child)
            {
                isInOrder &= child.Order >= next;
                next = child.Order + 1;
                TakeApart(child, property.Value, row);
                if (children.Length > 0)
                {
                    children[count] = child;
                }
            }

            count++;
        }

        _isOutOfOrder |= !isInOrder;
        if (children.Length > 0)
        {
            node.AddShape(shape, children, isInOrder);
        }
    }

    private void TakeArray(SchemaNode node, in BlittableValue value, int row)
    {
        var element = node.Element;
        if (element is null)
        {
            node.Columns!.Set(row, NodeState.Array);
            return;
        }

        value.TryReadArray(out var container);
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
