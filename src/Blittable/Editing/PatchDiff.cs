using System.Globalization;
using System.Text;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;

namespace Blittable.Editing;

/// <summary>Finds the operations that transform one value into another.</summary>
/// <remarks>
/// Objects are compared by name, arrays by the longest common subsequence of their elements (<see cref="ArrayDiff"/>). A container is replaced as a whole if
/// the text of its changes would be longer than the new container. Hashes and text lengths of containers are remembered, and only values with equal hashes are
/// compared, so values that are nested deeply are not visited once for each container around them. One budget applies to all comparisons.
/// </remarks>
internal ref partial struct PatchDiff
{
    /// <summary>The number of characters of an operation, without its path and its value.</summary>
    private const int OperationText = 32;

    /// <summary>The text length at which counting saturates.</summary>
    private const long MaxText = 1L << 60;

    private readonly BlittableValue _from;
    private readonly BlittableValue _to;
    private readonly StringBuilder _path = new();

    /// <summary>The text lengths of the new document's containers by address.</summary>
    private readonly Dictionary<int, long> _lengths = [];

    /// <summary>The pairs of containers that were found equal, if a document refers to values more than once.</summary>
    private readonly HashSet<(int From, int To)>? _equal;
    private ValueHash _fromHashes;
    private ValueHash _toHashes;
    private StepLimit _limit;

    /// <summary>The estimated text length of all operations.</summary>
    private long _length;

    public PatchDiff(BlittableValue from, BlittableValue to)
    {
        _from = from;
        _to = to;
        _limit = StepLimit.OfWork(from, to);
        _fromHashes = ValueHash.OfMany(from, BlittableValue.HashSeed);
        _toHashes = ValueHash.OfMany(to, BlittableValue.HashSeed);
        _equal = ValueComparison.IsShared(from) || ValueComparison.IsShared(to) ? [] : null;
    }

    /// <summary>Gets the operations in the order in which they are applied.</summary>
    public List<PatchOperation> Operations { get; } = [];

    /// <summary>Finds the operations.</summary>
    public void Run() => Compare(_from, _to);

    private void Compare(BlittableValue from, BlittableValue to)
    {
        ThrowHelper.RequireStack(to.Address);

        _limit.Count();
        var (count, length) = (Operations.Count, _length);
        if (!TryCompareChildren(from, to))
        {
            if (!AreEqual(from, to))
            {
                Add(PatchOperationKind.Replace, to);
            }

            return;
        }

        if (Operations.Count == count)
        {
            return;
        }

        var room = _length - length - OperationText - _path.Length;
        if (room > 0 && TextLength(to) < room)
        {
            Operations.RemoveRange(count, Operations.Count - count);
            _length = length;
            Add(PatchOperationKind.Replace, to);
        }
    }

    private bool TryCompareChildren(BlittableValue from, BlittableValue to)
    {
        if (from.Kind != to.Kind)
        {
            return false;
        }

        if (from.TryReadArray(out _))
        {
            CompareArrays(from, to);
            return true;
        }

        return from.Kind == BlittableValueKind.Object && TryCompareObjects(from, to);
    }

    /// <returns><see langword="false"/> if an object has duplicate names, which a pointer cannot distinguish.</returns>
    private bool TryCompareObjects(BlittableValue from, BlittableValue to)
    {
        if (!from.TryReadObject(out var children, out var shape) || !to.TryReadObject(out var others, out var otherShape)
            || HasDuplicates(shape, children.Count) || HasDuplicates(otherShape, others.Count))
        {
            return false;
        }

        var added = new List<int>();
        for (var i = 0; i < others.Count; i++)
        {
            if (children.Count == 0 || shape.Find(otherShape.Name(i)) < 0)
            {
                added.Add(i);
            }
        }

        for (var i = 0; i < children.Count; i++)
        {
            var name = shape.Name(i);
            var place = others.Count == 0 ? -1 : otherShape.Find(name);
            var end = Push(Encoding.UTF8.GetString(name));
            var child = from.Child(children, i);
            if (place >= 0)
            {
                Compare(child, to.Child(others, place));
            }
            else if (TakeEqual(added, child, to, others) is var equal and >= 0)
            {
                var source = _path.ToString();
                _path.Length = end;
                Push(Encoding.UTF8.GetString(otherShape.Name(equal)));
                Move(source);
            }
            else
            {
                Add(PatchOperationKind.Remove, default);
            }

            _path.Length = end;
        }

        foreach (var place in added)
        {
            var end = Push(Encoding.UTF8.GetString(otherShape.Name(place)));
            Add(PatchOperationKind.Add, to.Child(others, place));
            _path.Length = end;
        }

        return true;
    }

    private static bool HasDuplicates(ShapeBlock shape, int count)
    {
        for (var i = 0; i < count; i++)
        {
            if (shape.Find(shape.Name(i)) != i)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Takes an added property whose value equals a removed value, so the value is moved. Returns -1 if there is none.</summary>
    private int TakeEqual(List<int> added, BlittableValue removed, BlittableValue to, in Container others)
    {
        for (var i = 0; i < Math.Min(added.Count, MaxRenames); i++)
        {
            if (AreEqual(removed, to.Child(others, added[i])))
            {
                var place = added[i];
                added.RemoveAt(i);
                return place;
            }
        }

        return -1;
    }

    /// <summary>Determines whether a value of the original document equals a value of the new document.</summary>
    private bool AreEqual(BlittableValue from, BlittableValue to)
    {
        if (from.Kind is not (BlittableValueKind.Array or BlittableValueKind.Object) || from.Kind != to.Kind)
        {
            return IsSame(from, to);
        }

        if (_fromHashes.Of(from) != _toHashes.Of(to))
        {
            _limit.Count();
            return false;
        }

        var isRemembered = _equal is not null && from.Address >= 0 && to.Address >= 0;
        if (isRemembered && _equal!.Contains((from.Address, to.Address)))
        {
            _limit.Count();
            return true;
        }

        var isEqual = IsSame(from, to);
        if (isEqual && isRemembered)
        {
            _equal!.Add((from.Address, to.Address));
        }

        return isEqual;
    }

    /// <summary>Compares the contents of two values of any of the documents.</summary>
    private bool IsSame(BlittableValue left, BlittableValue right) => ValueComparison.Compare(left, right, isEquality: true, ref _limit) == 0;

    private readonly int Push(string token)
    {
        var end = _path.Length;
        _path.Append('/').Append(JsonPointer.Escape(token));
        return end;
    }

    private readonly int Push(int index)
    {
        var end = _path.Length;
        _path.Append('/').Append(index.ToString(CultureInfo.InvariantCulture));
        return end;
    }

    private void Add(PatchOperationKind kind, BlittableValue value)
    {
        Operations.Add(new PatchOperation(kind, _path.ToString(), null, value.Address, value.ShapeTable));
        _length += OperationText + _path.Length + (kind == PatchOperationKind.Remove ? 0 : TextLength(value));
        _limit.CountText(_path.Length);
    }

    private void Move(string source)
    {
        Operations.Add(new PatchOperation(PatchOperationKind.Move, _path.ToString(), source, 0, 0));
        _length += OperationText + _path.Length + source.Length;
        _limit.CountText(_path.Length + source.Length);
    }

    /// <summary>Estimates the length of the JSON text of a value of the new document.</summary>
    private long TextLength(BlittableValue value)
    {
        _limit.Count();
        const int literal = 4;
        return value.Kind switch
        {
            BlittableValueKind.String => 2 + (value.TryGetUtf8Length(out var text) ? text : 0),
            BlittableValueKind.Array or BlittableValueKind.Object => ContainerLength(value),
            BlittableValueKind.Number => NumberLength(value),
            _ => literal,
        };
    }

    private long ContainerLength(BlittableValue container)
    {
        if (container.Address >= 0 && _lengths.TryGetValue(container.Address, out var length))
        {
            return length;
        }

        ThrowHelper.RequireStack(container.Address);

        length = 2;
        if (container.Kind == BlittableValueKind.Array)
        {
            foreach (var element in container.EnumerateArray())
            {
                length = Math.Min(length + 1 + TextLength(element), MaxText);
            }
        }
        else
        {
            foreach (var property in container.EnumerateObject())
            {
                length = Math.Min(length + 4 + property.NameUtf8.Length + TextLength(property.Value), MaxText);
            }
        }

        if (container.Address >= 0)
        {
            _lengths.Add(container.Address, length);
        }

        return length;
    }

    private static int NumberLength(BlittableValue number)
    {
        const int most = 64;
        Span<byte> text = stackalloc byte[most];
        return number.TryCopyNumberText(text, out var length) ? length : most;
    }
}

/// <summary>Represents an operation of a computed JSON Patch.</summary>
/// <param name="Kind">The kind of the operation.</param>
/// <param name="Path">The JSON Pointer to the position that it changes.</param>
/// <param name="From">The JSON Pointer to the value that it moves.</param>
/// <param name="Address">The address of its value in the new document.</param>
/// <param name="ShapeTable">The shape table of that document, or the index that belongs to the address.</param>
internal readonly record struct PatchOperation(PatchOperationKind Kind, string Path, string? From, int Address, int ShapeTable);

/// <summary>Specifies the kind of an operation of a computed JSON Patch.</summary>
internal enum PatchOperationKind : byte
{
    Add,
    Remove,
    Replace,
    Move,
}
