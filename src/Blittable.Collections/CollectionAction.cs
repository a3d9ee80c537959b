namespace Blittable.Collections;

/// <summary>Takes a document of a collection.</summary>
/// <param name="row">Its row.</param>
/// <param name="document">The document, valid during the call.</param>
public delegate void CollectionAction(long row, BlittableValue document);
