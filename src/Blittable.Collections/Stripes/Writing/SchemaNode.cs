using Blittable.Columns;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>A place in the documents of a stripe that is being written: what stands there, and its columns.</summary>
internal sealed class SchemaNode(SchemaNode? parent, byte[] name, bool isElement)
{
    /// <summary>With more children than this a table finds them.</summary>
    private const int MostSearched = 8;

    /// <summary>Shapes that are remembered; objects of others have their names looked up.</summary>
    private const int MostShapes = 8;

    private readonly List<ShapeChildren> _shapes = [];
    private int _lastShape;
    private StringTable? _table;
    private List<SchemaNode>? _byNumber;

    public SchemaNode? Parent { get; } = parent;

    /// <summary>The property's name; empty for the root and for elements.</summary>
    public byte[] Name { get; } = name;

    /// <summary>Gets a value that indicates whether the node represents the elements of an array.</summary>
    public bool IsElement { get; } = isElement;

    /// <summary>The properties of the objects there, in an order that is that of as many of them as can be.</summary>
    public List<SchemaNode> Children { get; } = [];

    /// <summary>The elements of the arrays there.</summary>
    public SchemaNode? Element { get; private set; }

    /// <summary>The nearest node that is one of an array's elements, or the root: whose rows this node has.</summary>
    public SchemaNode Space => IsElement || Parent is null ? this : Parent.Space;

    /// <summary>Where the node is among its siblings.</summary>
    public int Order { get; set; }

    /// <summary>The number in the directory.</summary>
    public int Number { get; set; }

    /// <summary>How many values were seen there.</summary>
    public int Seen { get; set; }

    /// <summary>Gets a value that indicates whether what is there is kept in residual documents as it is.</summary>
    public bool IsResidual { get; set; }

    /// <summary>Gets a value that indicates whether the path is needed as a column, however rarely it occurs.</summary>
    public bool IsRequired { get; set; }

    /// <summary>Gets a value that indicates whether objects may have names, or the value more below it, that the schema leaves out: their documents are kept whole.</summary>
    public bool IsOpen => LeftOut > 0;

    /// <summary>About how many values have something that the schema leaves out.</summary>
    public long LeftOut { get; set; }

    /// <summary>The document in which the node was seen first.</summary>
    public int FirstDocument { get; init; }

    /// <summary>The object in which the name was found last, and its place there: of two properties with one name the last counts.</summary>
    public (int Object, int Place) Found { get; set; }

    /// <summary>Rows so far in the chunk group, of the root and of elements.</summary>
    public int Rows { get; set; }

    /// <summary>The chunk group in which elements were counted last, and how many there were.</summary>
    public (int Group, long Count) Elements { get; set; }

    /// <summary>The columns, once the schema is settled.</summary>
    public NodeColumns? Columns { get; set; }

    /// <summary>The child of a name, or null.</summary>
    /// <param name="name">The name.</param>
    /// <param name="expected">Where it is most likely to be.</param>
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

    /// <summary>Adds a child at a place among its siblings.</summary>
    /// <param name="order">The place.</param>
    /// <param name="name">The name.</param>
    /// <param name="document">The document that has it.</param>
    public SchemaNode Insert(int order, ReadOnlySpan<byte> name, int document)
    {
        var child = new SchemaNode(this, name.ToArray(), isElement: false) { FirstDocument = document };
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

    /// <summary>The children that objects of a shape have, if it is remembered.</summary>
    /// <param name="shape">The shape's block.</param>
    public ShapeChildren? FindShape(ReadOnlySpan<byte> shape)
    {
        for (var turn = 0; turn < _shapes.Count; turn++)
        {
            // Most objects have the shape of the one before.
            var index = turn == 0 ? _lastShape : turn <= _lastShape ? turn - 1 : turn;
            if (shape.SequenceEqual(_shapes[index].Shape))
            {
                _lastShape = index;
                return _shapes[index];
            }
        }

        return null;
    }

    /// <summary>Remembers what children objects of a shape have, while there is room.</summary>
    public void AddShape(ReadOnlySpan<byte> shape, SchemaNode?[] children, bool isInOrder) =>
        _shapes.Add(new ShapeChildren(shape.ToArray(), children, isInOrder));

    /// <summary>Counts what was seen by shapes at the children that it was seen of, and forgets the shapes: the schema is about to change.</summary>
    public void SettleShapes()
    {
        foreach (var shape in _shapes)
        {
            foreach (var child in shape.Children)
            {
                child!.Seen += shape.Sightings;
            }
        }

        ForgetShapes();
        Children.ForEach(child => child.SettleShapes());
        Element?.SettleShapes();
    }

    /// <summary>Gets a value that indicates whether another shape can be remembered.</summary>
    public bool HasRoomForShape => _shapes.Count < MostShapes;

    public SchemaNode GetElement() => Element ??= new SchemaNode(this, [], isElement: true);

    /// <summary>Leaves the node as it is and forgets what is below it.</summary>
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

    /// <summary>Forgets the children that are not wanted.</summary>
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

    /// <summary>Leaves some children out of the schema: documents that have one of these are kept whole.</summary>
    public void LeaveOut(Predicate<SchemaNode> isLeftOut)
    {
        LeftOut += Math.Max(1, CountObjects(Children.Where(child => isLeftOut(child))));
        Keep(child => !isLeftOut(child));
    }

    /// <summary>About how many objects have at least one of some children: those that were first seen in one document are taken to come together.</summary>
    public static long CountObjects(IEnumerable<SchemaNode> children) =>
        children.GroupBy(child => child.FirstDocument).Sum(together => (long)together.Max(child => child.Seen));

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
