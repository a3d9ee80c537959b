using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;

namespace Blittable.Editing;

/// <summary>Finds the operations that transform one value into another.</summary>
/// <remarks>
/// Objects are compared by name, arrays by the longest common subsequence of their elements (<see cref="ArrayDiff"/>). A container is replaced as a whole if
/// the text of its changes would be longer than the new container. One budget applies to the whole comparison.
/// </remarks>
internal ref partial struct PatchDiff
{
    /// <summary>The number of characters of an operation, without its path and its value.</summary>
    private const int OperationText = 32;

    private readonly BlittableValue _from;
    private readonly BlittableValue _to;
    private readonly StringBuilder _path = new();
    private StepLimit _limit;

    /// <summary>The estimated text length of all operations.</summary>
    private long _length;

    public PatchDiff(BlittableValue from, BlittableValue to)
    {
        _from = from;
        _to = to;
        _limit = StepLimit.OfWork(from, to);
    }

    /// <summary>Gets the operations in the order in which they are applied.</summary>
    public List<PatchOperation> Operations { get; } = [];

    /// <summary>Finds the operations.</summary>
    public void Run() => Compare(_from, _to);

    private void Compare(BlittableValue from, BlittableValue to)
    {
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            ThrowHelper.DeeperThanStack(to.Address & int.MaxValue);
        }

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
        if (room > 0 && TextLength(to, room) < room)
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

    /// <summary>Takes an added property whose value equals a removed value, so that the value is moved. Returns -1 if there is none.</summary>
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

    private bool AreEqual(BlittableValue left, BlittableValue right) => ValueComparison.Compare(left, right, isEquality: true, ref _limit) == 0;

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
        _length += OperationText + _path.Length + (kind == PatchOperationKind.Remove ? 0 : TextLength(value, long.MaxValue));
        _limit.CountText(_path.Length);
    }

    private void Move(string source)
    {
        Operations.Add(new PatchOperation(PatchOperationKind.Move, _path.ToString(), source, 0, 0));
        _length += OperationText + _path.Length + source.Length;
        _limit.CountText(_path.Length + source.Length);
    }

    /// <summary>Estimates the length of a value's JSON text.</summary>
    /// <param name="value">The value.</param>
    /// <param name="most">The length at which counting stops.</param>
    private long TextLength(BlittableValue value, long most)
    {
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            ThrowHelper.DeeperThanStack(value.Address & int.MaxValue);
        }

        _limit.Count();
        const int literal = 4;
        long length = 2;
        switch (value.Kind)
        {
            case BlittableValueKind.String:
                return length + (value.TryGetUtf8Length(out var text) ? text : 0);
            case BlittableValueKind.Array:
                foreach (var element in value.EnumerateArray())
                {
                    length += 1 + TextLength(element, most - length);
                    if (length >= most)
                    {
                        break;
                    }
                }

                return length;
            case BlittableValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    length += 4 + property.NameUtf8.Length + TextLength(property.Value, most - length);
                    if (length >= most)
                    {
                        break;
                    }
                }

                return length;
            case BlittableValueKind.Number:
                return NumberLength(value);
            default:
                return literal;
        }
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
