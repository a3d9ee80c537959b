using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Rows;

/// <summary>Describes where the values of a path are in a stripe.</summary>
internal readonly record struct StripePath(PathCoverage Coverage, StripeNode? Node);
