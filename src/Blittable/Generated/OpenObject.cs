using System.ComponentModel;

namespace Blittable.Generated;

/// <summary>Represents an object being written. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public readonly struct OpenObject
{
    internal OpenObject(ObjectShape shape, int[] nodes)
    {
        Shape = shape;
        Nodes = nodes;
    }

    internal ObjectShape Shape { get; }

    internal int[] Nodes { get; }
}
