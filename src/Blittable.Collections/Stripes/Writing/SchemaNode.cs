using Blittable.Columns;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Represents a path in the documents of a stripe being written: its values, and its columns.</summary>
internal sealed class SchemaNode(SchemaNode? parent, byte[] name, bool isElement)
{
    /// <summary>The number of children up to which they are searched linearly instead of in a table.</summary>
    private const int MostSearched = 8;

    /// <summary>The maximum number of cached shapes. Objects with other shapes have their names looked up.</summary>
    private const int MostShapes = 8;

    private readonly List<ShapeChildren> _shapes = [];
    private int _lastShape;
    private StringTable? _table;
    private List<SchemaNode>? _byNumber;

    public SchemaNode? Parent { get; } = parent;

    /// <summary>Gets the property name; empty for the root and for elements.</summary>
    public byte[] Name { get; } = name;

    /// <summary>Gets a value that indicates whether the node represents the elements of an array.</summary>
    public bool IsElement { get; } = isElement;

    /// <summary>Gets the properties of the objects at the path, in an order that matches as many objects as possible.</summary>
    public List<SchemaNode> Children { get; } = [];

    /// <summary>Gets the elements of the arrays at the path.</summary>
    public SchemaNode? Element { get; private set; }

    /// <summary>Gets the node that defines the rows of this one: the root, or the elements of the nearest array.</summary>
    public SchemaNode Space => IsElement || Parent is null ? this : Parent.Space;

    /// <summary>Gets or sets the position of the node among its siblings.</summary>
    public int Order { get; set; }

    /// <summary>Gets or sets the number of the node in the directory.</summary>
    public int Number { get; set; }

    /// <summary>Gets or sets the number of values seen.</summary>
    public int Seen { get; set; }

    /// <summary>Gets or sets a value that indicates whether the values are stored in residual documents.</summary>
    public bool IsResidual { get; set; }

    /// <summary>Gets or sets a value that indicates whether the path requires a column, however rare it is.</summary>
    public bool IsRequired { get; set; }

    /// <summary>Gets a value that indicates whether values may have properties or elements that the schema leaves out. Documents with such values are stored
    /// whole.</summary>
    public bool IsOpen => LeftOut > 0;

    /// <summary>Gets or sets the approximate number of values with properties or elements that the schema leaves out.</summary>
    public long LeftOut { get; set; }

    /// <summary>Gets the document in which the node was first seen.</summary>
    public int FirstDocument { get; init; }

    /// <summary>Gets or sets the object in which the name was last found, and its position there. Of several properties with the same name, the last one
    /// counts.</summary>
    public (int Object, int Place) Found { get; set; }

    /// <summary>Gets or sets the number of rows so far in the chunk group, for the root and for elements.</summary>
    public int Rows { get; set; }

    /// <summary>Gets or sets the chunk group in which elements were last counted, and their number.</summary>
    public (int Group, long Count) Elements { get; set; }

    /// <summary>Gets or sets the chunk group in which the values were last counted, and their size in bytes.</summary>
    public (int Group, long Count) Bytes { get; set; }

    /// <summary>Gets or sets the columns, once the schema is decided.</summary>
    public NodeColumns? Columns { get; set; }

    /// <summary>Finds a child by name. Returns null if no child has the name.</summary>
    /// <param name="name">The name.</param>
    /// <param name="expected">The most likely position.</param>
    public SchemaNode? Find(ReadOnlySpan<byte> name, int expected)
    {
        if ((uint)expected < (uint)Children.Count && name.SequenceEqual(Children[expected].Name))
        {
            return Children[expected];
        }

        if (_table is not null)
        {
            var number = _table.Find(name);
            return number < 0 ? null : _byNumber![number];
        }

        foreach (var child in Children)
        {
            if (name.SequenceEqual(child.Name))
            {
                return child;
            }
        }

        return null;
    }

    /// <summary>Inserts a child at a position among its siblings.</summary>
    /// <param name="order">The position.</param>
    /// <param name="name">The name.</param>
    /// <param name="document">The document that has the name.</param>
    public SchemaNode Insert(int order, ReadOnlySpan<byte> name, int document)
    {
        var child = new SchemaNode(this, name.ToArray(), isElement: false) { FirstDocument = document, LeftOut = LeftOutBefore };
        Children.Insert(order, child);
        for (var i = order; i < Children.Count; i++)
        {
            Children[i].Order = i;
        }

        if (_table is not null)
        {
            _table.Number(name);
            _byNumber!.Add(child);
        }
        else
        {
            TabulateNames();
        }

        return child;
    }

    /// <summary>Finds the children for objects with a shape, if it is cached.</summary>
    /// <param name="shape">The block of the shape.</param>
    public ShapeChildren? FindShape(ReadOnlySpan<byte> shape)
    {
        for (var turn = 0; turn < _shapes.Count; turn++)
        {
            // Most objects have the same shape as the previous one.
            var index = turn == 0 ? _lastShape : turn <= _lastShape ? turn - 1 : turn;
            if (shape.SequenceEqual(_shapes[index].Shape))
            {
                _lastShape = index;
                return _shapes[index];
            }
        }

        return null;
    }

    /// <summary>Caches the children for objects with a shape, if there is room.</summary>
    public void AddShape(ReadOnlySpan<byte> shape, SchemaNode?[] children, bool isInOrder) =>
        _shapes.Add(new ShapeChildren(shape.ToArray(), children, isInOrder));

    /// <summary>Adds the counts by shape to the children and clears the shapes, before the schema changes.</summary>
    public void SettleShapes()
    {
        foreach (var shape in _shapes)
        {
            foreach (var child in shape.Children)
            {
                child?.Seen += shape.Sightings;
            }
        }

        ForgetShapes();
        Children.ForEach(child => child.SettleShapes());
        Element?.SettleShapes();
    }

    /// <summary>Gets a value that indicates whether another shape can be cached.</summary>
    public bool HasRoomForShape => _shapes.Count < MostShapes;

    public SchemaNode GetElement() => Element ??= new SchemaNode(this, [], isElement: true) { LeftOut = LeftOutBefore };

    /// <summary>Marks the node as residual and removes its descendants.</summary>
    public void Close()
    {
        IsResidual = true;
        LeftOut = 0;
        Children.Clear();
        Element = null;
        _table = null;
        _byNumber = null;
        ForgetShapes();
    }

    /// <summary>Removes the children that do not satisfy a predicate.</summary>
    public void Keep(Predicate<SchemaNode> isWanted)
    {
        Children.RemoveAll(child => !isWanted(child));
        if (Element is not null && !isWanted(Element))
        {
            Element = null;
        }

        ForgetShapes();
        for (var i = 0; i < Children.Count; i++)
        {
            Children[i].Order = i;
        }

        _table = null;
        TabulateNames();
    }

    /// <summary>Removes children from the schema. Documents that contain one of them are stored whole.</summary>
    public void LeaveOut(Predicate<SchemaNode> isLeftOut)
    {
        LeftOut += Math.Max(1, CountObjects(Children.Where(child => isLeftOut(child))));
        Keep(child => !isLeftOut(child));
    }

    /// <summary>Estimates the number of objects that have at least one of the specified children. Children first seen in the same document are assumed to occur
    /// together.</summary>
    public static long CountObjects(IEnumerable<SchemaNode> children) =>
        children.GroupBy(child => child.FirstDocument).Sum(together => (long)together.Max(child => child.Seen));

    /// <summary>Gets the initial count of a new child. If the schema has left out children, it may have left out the same child before, with properties or elements
    /// that are not known any more.</summary>
    private long LeftOutBefore => IsOpen ? 1 : 0;

    private void TabulateNames()
    {
        if (Children.Count <= MostSearched)
        {
            return;
        }

        _table = new StringTable();
        _byNumber = [.. Children];
        foreach (var known in Children)
        {
            _table.Number(known.Name);
        }
    }

    private void ForgetShapes()
    {
        _shapes.Clear();
        _lastShape = 0;
    }
}
