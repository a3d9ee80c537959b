using Blittable.Layout;
using Blittable.Reading;
using Blittable.Writing;

namespace Blittable.Editing;

/// <summary>Represents a document during an edit: changed containers in memory, over the original document.</summary>
/// <remarks>
/// A container is read when it is first changed, and written once when the edit is complete. Therefore, an edit takes time proportional to its own length and
/// to the containers that it changes, regardless of the number of changes. One budget applies to the whole edit.
/// </remarks>
internal ref struct EditedDocument
{
    private readonly BlittableValue _own;
    private readonly BlittableValue _given;
    private readonly int _maxDepth;
    private StepLimit _limit;
    private EditedChild _root;
    private Dictionary<(bool IsGiven, int Address, int ShapeTable), CopiedValue>? _copied;

    /// <param name="own">The document, which remains unchanged until the edit is complete.</param>
    /// <param name="given">Any value of the document from which the edit takes values.</param>
    /// <param name="limit">The budget.</param>
    /// <param name="maxDepth">The maximum nesting depth of new values.</param>
    public EditedDocument(BlittableValue own, BlittableValue given, StepLimit limit, int maxDepth)
    {
        _own = own;
        _given = given;
        _limit = limit;
        _maxDepth = maxDepth;
        _root = EditedChild.Of(EditSource.Own, own);
    }

    /// <summary>Gets or sets a value that indicates whether a value has an additional position.</summary>
    public bool HasCopies { get; set; }

    /// <summary>Gets or sets the root.</summary>
    public EditedChild Root
    {
        readonly get => _root;
        set => _root = value;
    }

    /// <summary>Returns the kind of a child.</summary>
    public readonly BlittableValueKind Kind(in EditedChild child) =>
        child.Container is { } container ? container.IsArray ? BlittableValueKind.Array : BlittableValueKind.Object : ValueOf(child).Kind;

    /// <summary>Returns the number of elements of an array.</summary>
    public readonly int Count(in EditedChild array) => array.Container?.Count ?? ValueOf(array).Count;

    /// <summary>Opens the root as a container that can be changed.</summary>
    /// <returns>The container, or <see langword="null"/> if the root is not a container.</returns>
    public EditedContainer? OpenRoot() => Open(ref _root);

    /// <summary>Opens a child of a container as a container that can be changed.</summary>
    /// <returns>The container, or <see langword="null"/> if the child is not a container.</returns>
    public EditedContainer? OpenChild(EditedContainer parent, int place)
    {
        var child = parent[place];
        var opened = Open(ref child);
        parent[place] = child;
        return opened;
    }

    /// <summary>Finds the property with a name, without opening its container for changes.</summary>
    public readonly bool TryGetProperty(in EditedChild value, ReadOnlySpan<byte> name, out EditedChild child)
    {
        if (value.Container is { } container)
        {
            var place = container.Find(name);
            child = place >= 0 ? Inherit(value, container[place]) : default;
            return place >= 0;
        }

        var found = ValueOf(value).TryGetProperty(name, out var property);
        child = found ? EditedChild.Of(value.Source, property) : default;
        return found;
    }

    /// <summary>Gets an element of an array, without opening the array for changes.</summary>
    public readonly EditedChild Element(in EditedChild array, int index) =>
        array.Container is { } container ? Inherit(array, container[index]) : EditedChild.Of(array.Source, ValueOf(array)[index]);

    /// <summary>Counts a name that the edit looked up.</summary>
    public void Count(ReadOnlySpan<byte> name)
    {
        _limit.Count();
        _limit.CountText(name.Length);
    }

    /// <summary>Determines whether a value equals a value of the document from which the edit takes values.</summary>
    public bool IsEqual(in EditedChild child, BlittableValue other)
    {
        if (child.Container is not { } container)
        {
            return ValueComparison.Compare(ValueOf(child), other, isEquality: true, ref _limit) == 0;
        }

        ThrowHelper.RequireStack(address: 0);
        if (EditedContainer.Read(other, EditSource.Given, ref _limit) is not { } given || given.IsArray != container.IsArray || given.Count != container.Count)
        {
            return false;
        }

        var (left, right) = (Sorted(container), Sorted(given));
        for (var i = 0; i < left.Length; i++)
        {
            if (!left[i].Name.AsSpan().SequenceEqual(right[i].Name) || !IsEqual(Inherit(child, left[i].Child), ValueOf(right[i].Child)))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Writes the changes.</summary>
    /// <param name="writer">The writer, positioned at the end of the document's values.</param>
    /// <param name="levels">The maximum number of containers that enclose a written or referenced value.</param>
    /// <returns>The address of the root.</returns>
    /// <exception cref="BlittableException">New values are nested too deeply, or there are too many.</exception>
    public int Write(ValueWriter writer, out int levels)
    {
        levels = 0;
        return Write(_root, writer, level: 0, ref levels);
    }

    private readonly BlittableValue ValueOf(in EditedChild child) =>
        (child.Source == EditSource.Given ? _given : _own).WithAddress(child.Address, child.ShapeTable);

    /// <summary>Returns a child of a container. A child of a copied container is copied too.</summary>
    private static EditedChild Inherit(in EditedChild parent, in EditedChild child) => parent.Source == EditSource.Copied ? child.AsCopy() : child;

    /// <summary>Opens a child as a container that can be changed.</summary>
    /// <returns>The container, or <see langword="null"/> if the child is not a container.</returns>
    public EditedContainer? Open(ref EditedChild child)
    {
        if (child.Container is not { } container)
        {
            var read = EditedContainer.Read(ValueOf(child), child.Source, ref _limit);
            if (read is not null)
            {
                child = EditedChild.Of(read);
            }

            return read;
        }

        if (container.IsShared)
        {
            _limit.Count(container.Count);
            container = container.Copy(child.Source == EditSource.Copied);
            child = EditedChild.Of(container);
        }

        return container;
    }

    private static (byte[]? Name, EditedChild Child)[] Sorted(EditedContainer container)
    {
        var children = container.Children();
        return container.IsArray
            ? [.. children]
            : [.. children.OrderBy(child => child.Name!, Comparer<byte[]>.Create((left, right) => SortedNames.Compare(left, right)))];
    }

    private int Write(in EditedChild child, ValueWriter writer, int level, ref int levels)
    {
        levels = Math.Max(levels, level);
        if (child.Container is not { } container)
        {
            if (child is { Source: EditSource.Own, Address: >= 0 })
            {
                return child.Address;
            }

            return Copy(child, writer, level);
        }

        ThrowHelper.RequireStack(address: 0);
        _limit.Count(container.Count);
        var names = container.IsArray ? null : new List<byte[]>(container.Count);
        var addresses = new List<int>(container.Count);
        foreach (var (name, inner) in container.Children())
        {
            names?.Add(name!);
            addresses.Add(Write(Inherit(child, inner), writer, level + 1, ref levels));
        }

        return writer.Rewrite(names, addresses);
    }

    /// <summary>Copies a value. A value that is not short is copied only once, even if a patch copies it repeatedly.</summary>
    private int Copy(in EditedChild child, ValueWriter writer, int level)
    {
        var key = (child.Source == EditSource.Given, child.Address, child.ShapeTable);
        if (_copied is null || !_copied.TryGetValue(key, out var copied))
        {
            var (text, length) = (writer.ExpandedText, writer.Length);
            var depth = ValueCopier.Copy(ValueOf(child), writer, ref _limit);
            copied = writer.LastValue(text, depth);
            if (writer.Length - length > ValueCopier.LongValue)
            {
                (_copied ??= []).Add(key, copied);
            }
        }
        else
        {
            writer.Repeat(copied);
        }

        if (level + copied.Depth > _maxDepth)
        {
            ThrowHelper.TooDeep(_maxDepth);
        }

        return writer.TakePending();
    }
}

/// <summary>Represents a child of an edited container: an unchanged value, or another edited container.</summary>
/// <param name="Source">The document that contains the child.</param>
/// <param name="Address">The address in that document.</param>
/// <param name="ShapeTable">The shape table of that document, or the index that belongs to the address.</param>
/// <param name="Container">The edited container, which replaces the address, or <see langword="null"/> for an unchanged value.</param>
internal readonly record struct EditedChild(EditSource Source, int Address, int ShapeTable, EditedContainer? Container)
{
    public static EditedChild Of(EditSource source, BlittableValue value) => new(source, value.Address, value.ShapeTable, null);

    public static EditedChild Of(EditedContainer container) => new(EditSource.Own, 0, 0, container);

    /// <summary>Returns the child for a new or an additional position.</summary>
    public EditedChild AsCopy() => Source == EditSource.Own ? this with { Source = EditSource.Copied } : this;
}

/// <summary>Identifies the document that contains a child of an edited container.</summary>
internal enum EditSource : byte
{
    /// <summary>The edited document, in which the child remains.</summary>
    Own,

    /// <summary>The edited document, from which the child is copied because it has a new or an additional position.</summary>
    Copied,

    /// <summary>The other document of the edit, from which the child is copied.</summary>
    Given,
}
