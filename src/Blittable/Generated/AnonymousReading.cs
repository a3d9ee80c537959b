using System.ComponentModel;

namespace Blittable.Generated;

/// <summary>Reads an object of an anonymous type. For generated code.</summary>
/// <typeparam name="T">The type.</typeparam>
/// <param name="reader">The reader.</param>
/// <param name="value">The value to read, which is not null.</param>
/// <returns>The object.</returns>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate T AnonymousReading<out T>(ObjectReader reader, scoped in BlittableValue value);
