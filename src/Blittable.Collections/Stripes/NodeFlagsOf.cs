namespace Blittable.Collections.Stripes;

/// <summary>Maps column kinds to flags.</summary>
internal static class NodeFlagsOf
{
    public static NodeFlags Kind(ColumnKind kind) => (NodeFlags)((int)NodeFlags.Numbers << (int)kind);
}
