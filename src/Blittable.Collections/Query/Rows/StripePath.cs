using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Rows;

/// <summary>Where a path's values are in one stripe.</summary>
internal readonly record struct StripePath(PathCoverage Coverage, StripeNode? Node);
