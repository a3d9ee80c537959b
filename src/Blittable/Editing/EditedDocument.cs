using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Writing;

namespace Blittable.Editing;

/// <summary>A document during an edit: the containers that were changed, in memory, over the document as it was.</summary>
/// <remarks>
/// A container is read when it is changed the first time, and written once when the edit is complete. So an edit takes time in proportion to its own length and to
/// the containers that it changes, however many changes it has. One budget bounds all of it.
/// </remarks>
internal ref struct EditedDocument
{
    private readonly BlittableValue _own;
    private readonly BlittableValue _given;
    private readonly int _maxDepth;
    private StepLimit _limit;
    private EditedChild _root;

    /// <param name="own">The document, which stays as it is until the edit is complete.</param>
    /// <param name="given">Any value of the document that the edit takes values from.</param>
    /// <param name="limit">The budget.</param>
    /// <param name="maxDepth">How deep new values may be nested.</param>
    public EditedDocument(BlittableValue own, BlittableValue given, StepLimit limit, int maxDepth)
    {
        _own = own;
        _given = given;
        _limit = limit;
        _maxDepth = maxDepth;
        _root = EditedChild.Of(EditSource.Own, own);
    }

    /// <summary>Gets a value that indicates whether a value has a second place, or another one, so that it is read while the document is written.</summary>
    public bool HasCopies { get; set; }

    /// <summary>The root.</summary>
    public EditedChild Root
    {
        readonly get => _root;
        set => _root = value;
    }

    /// <summary>The kind of a child.</summary>
    public readonly BlittableValueKind Kind(in EditedChild child) =>
        child.Container is { } container ? container.IsArray ? BlittableValueKind.Array : BlittableValueKind.Object : ValueOf(child).Kind;

    /// <summary>The number of elements of an array.</summary>
    public readonly int Count(in EditedChild array) => array.Container?.Count ?? ValueOf(array).Count;

    /// <summary>The root as a container that may be changed.</summary>
    /// <returns>Null for a value of another kind.</returns>
    public EditedContainer? OpenRoot() => Open(ref _root);

    /// <summary>The child of a container as a container that may be changed.</summary>
    /// <returns>Null for a value of another kind.</returns>
    public EditedContainer? OpenChild(EditedContainer parent, int place)
    {
        var child = parent[place];
        var opened = Open(ref child);
        parent[place] = child;
        return opened;
    }

    /// <summary>Finds the property of a name without changing anything.</summary>
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

    /// <summary>Gets an element of an array without changing anything.</summary>
    public readonly EditedChild Element(in EditedChild array, int index) =>
        array.Container is { } container ? Inherit(array, container[index]) : EditedChild.Of(array.Source, ValueOf(array)[index]);

    /// <summary>Counts a name that the edit has looked up.</summary>
    public void Count(ReadOnlySpan<byte> name)
    {
        _limit.Count();
        _limit.CountText(name.Length);
    }

    /// <summary>Determines whether a value equals one of the document that the edit takes values from.</summary>
    public bool IsEqual(in EditedChild child, BlittableValue other)
    {
        if (child.Container is not { } container)
        {
            return ValueComparison.Compare(ValueOf(child), other, isEquality: true, ref _limit) == 0;
        }

        RequireStack();
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

    /// <summary>Writes what was changed.</summary>
    /// <param name="writer">The document, without its trailer.</param>
    /// <param name="levels">How many containers are around what is nested deepest of that.</param>
    /// <returns>The address of the root.</returns>
    /// <exception cref="BlittableException">New values are nested too deep, or there are too many.</exception>
    public int Write(ValueWriter writer, out int levels)
    {
        levels = 0;
        return Write(_root, writer, level: 0, ref levels);
    }

    private readonly BlittableValue ValueOf(in EditedChild child) =>
        (child.Source == EditSource.Given ? _given : _own).WithAddress(child.Address, child.ShapeTable);

    /// <summary>A child of a container that is copied is copied.</summary>
    private static EditedChild Inherit(in EditedChild parent, in EditedChild child) => parent.Source == EditSource.Copied ? child.AsCopy() : child;

    /// <summary>A child as a container that may be changed.</summary>
    /// <returns>Null for a value of another kind.</returns>
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

            if (level + ValueCopier.Copy(ValueOf(child), writer, ref _limit) > _maxDepth)
            {
                ThrowHelper.TooDeep(_maxDepth);
            }

            return writer.TakePending();
        }

        RequireStack();
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

    private static void RequireStack()
    {
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            ThrowHelper.DeeperThanStack(0);
        }
    }
}
