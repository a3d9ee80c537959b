namespace Blittable.Collections.Stripes;

/// <summary>Processes a document of a chunk group, which is valid during the call.</summary>
internal delegate void DocumentAction(int rowInGroup, BlittableValue document);
