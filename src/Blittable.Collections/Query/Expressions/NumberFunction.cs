using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Computes a function for all selected rows at once, as a vector of numbers.</summary>
/// <param name="arguments">The arguments.</param>
/// <param name="cursor">Where the worker is.</param>
/// <param name="numbers">Takes the numbers.</param>
/// <returns><see langword="false"/> if the arguments have to be looked at one by one.</returns>
internal delegate bool NumberFunction(BoundExpression[] arguments, GroupCursor cursor, NumberVector numbers);
