namespace Blittable.Collections;

/// <summary>Processes a document of a collection.</summary>
/// <param name="row">The row number.</param>
/// <param name="document">The document, valid during the call.</param>
public delegate void CollectionAction(long row, BlittableValue document);
