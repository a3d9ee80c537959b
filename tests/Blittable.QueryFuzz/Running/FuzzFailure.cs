using Blittable.QueryFuzz.Library;
using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Running;

/// <summary>A wrong answer.</summary>
/// <param name="Configuration">The configuration that returned it.</param>
/// <param name="Kind">The kind of the difference, which a smaller case must preserve.</param>
/// <param name="Difference">The first difference.</param>
/// <param name="Expected">The expected answer.</param>
/// <param name="Found">The answer of the library.</param>
internal sealed record FuzzFailure(Configuration Configuration, string Kind, string Difference, Answer Expected, LibraryAnswer Found);
