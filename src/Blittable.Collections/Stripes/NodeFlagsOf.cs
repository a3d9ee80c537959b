namespace Blittable.Collections.Stripes;

/// <summary>The flags of kinds.</summary>
internal static class NodeFlagsOf
{
    public static NodeFlags Kind(ColumnKind kind) => (NodeFlags)((int)NodeFlags.Numbers << (int)kind);
}
