namespace Blittable.Collections;

/// <summary>Describes how many bytes of a collection's file have a use.</summary>
/// <param name="Use">The use.</param>
/// <param name="Path">The path whose values the bytes hold or index; empty if they belong to no single path.</param>
/// <param name="Bytes">The number of bytes in the file.</param>
/// <param name="Blocks">The number of places in the file that the bytes are at.</param>
public sealed record CollectionSpace(CollectionSpaceUse Use, string Path, long Bytes, int Blocks);
