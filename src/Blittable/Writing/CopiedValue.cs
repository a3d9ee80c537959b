namespace Blittable.Writing;

/// <summary>A value that a document holds already, to which equal ones may refer.</summary>
/// <param name="Address">Where it is.</param>
/// <param name="Text">The most bytes that its JSON text can have.</param>
/// <param name="Depth">How many containers are nested, itself among them; 0 for a scalar.</param>
internal readonly record struct CopiedValue(int Address, long Text, int Depth);
