namespace Blittable.Building;

/// <summary>A value that a document holds already, for those that it is the equal of.</summary>
/// <param name="Address">Where it is.</param>
/// <param name="Text">The longest that its JSON text can be.</param>
/// <param name="Depth">How many containers are nested, itself among them; 0 for a scalar.</param>
internal readonly record struct CopiedValue(int Address, long Text, int Depth);
