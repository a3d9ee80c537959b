using Blittable.Collections.Query.Rows;
using Blittable.Columns;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Computes a function for all selected rows at once, as strings.</summary>
/// <param name="arguments">The arguments.</param>
/// <param name="cursor">The position of the worker.</param>
/// <param name="strings">Receives the strings.</param>
/// <returns><see langword="false"/> if the function must be computed row by row.</returns>
internal delegate bool StringFunction(BoundExpression[] arguments, GroupCursor cursor, StringBatch strings);
