using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Rows;

/// <summary>Describes the locations of the values of a path in a stripe.</summary>
internal readonly record struct StripePath(PathCoverage Coverage, StripeNode? Node);
