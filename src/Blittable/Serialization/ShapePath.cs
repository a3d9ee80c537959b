namespace Blittable.Serialization;

/// <summary>Where the names of a type lead in one writer's trie of shapes, if the properties of one set are there.</summary>
/// <param name="Generation">The generation of the trie that the nodes are of.</param>
/// <param name="Present">One bit for each property that may be absent: whether it is there.</param>
/// <param name="Nodes">The node of each property; none where the trie has no room for them.</param>
/// <param name="Text">The longest JSON text of the names and of one scalar for each.</param>
/// <param name="Next">The path of another set of properties.</param>
internal sealed record ShapePath(int Generation, ulong Present, int[] Nodes, long Text, ShapePath? Next);
