using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Computes a function for all selected rows at once, as a vector of numbers.</summary>
/// <param name="arguments">The arguments.</param>
/// <param name="cursor">The position of the worker.</param>
/// <param name="numbers">Receives the numbers.</param>
/// <returns><see langword="false"/> if the function must be computed row by row.</returns>
internal delegate bool NumberFunction(BoundExpression[] arguments, GroupCursor cursor, NumberVector numbers);
