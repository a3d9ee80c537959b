using Blittable.Format;
using Blittable.Reading;

namespace Blittable.Building;

/// <summary>A container that an edit writes again: its children and their names.</summary>
internal sealed class EditedContainer
{
    private EditedContainer(int address, List<int> children, List<byte[]>? names)
    {
        Address = address;
        Children = children;
        Names = names;
    }

    /// <summary>Where the container is now.</summary>
    public int Address { get; }

    /// <summary>The addresses of its children.</summary>
    public List<int> Children { get; }

    /// <summary>The names of an object's properties; null for an array.</summary>
    public List<byte[]>? Names { get; }

    /// <summary>The child that the edit concerns.</summary>
    public int Child { get; set; }

    /// <exception cref="BlittableException">The value is not a container, or has too many children for its document.</exception>
    public static EditedContainer Read(BlittableValue value, string path)
    {
        List<byte[]>? names = null;
        if (value.TryReadObject(out var container, out var shape))
        {
            names = new List<byte[]>(container.Count);
            for (var i = 0; i < container.Count; i++)
            {
                names.Add(shape.Name(i).ToArray());
            }
        }
        else if (!value.TryReadArray(out container))
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"Expected a container on the way of {path}, found a {value.Kind}.");
        }

        StepLimit.Of(value).Count(container.Count);
        var children = new List<int>(container.Count);
        for (var i = 0; i < container.Count; i++)
        {
            children.Add(container.Child(i));
        }

        return new EditedContainer(value.Address, children, names);
    }
}
