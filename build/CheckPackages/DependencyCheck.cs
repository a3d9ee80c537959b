using System.Xml.Linq;

/// <summary>What the dependencies of a package must be: a package that is compiled against internals of another one works with exactly its version.</summary>
internal static class DependencyCheck
{
    /// <summary>The packages that see the internals of another one, with the other package.</summary>
    public static (string Package, string Internals)[] Friends { get; } =
        [("Blittable.Collections", "Blittable"), ("Blittable.Dates", "Blittable"), ("Blittable.DuckDB", "Blittable.Collections")];

    /// <summary>Finds the faults of the dependencies in a specification.</summary>
    /// <param name="metadata">The metadata of the specification.</param>
    /// <returns>A sentence for each fault.</returns>
    public static IEnumerable<string> Faults(XElement metadata)
    {
        string? id = metadata.Elements().FirstOrDefault(element => element.Name.LocalName == "id")?.Value;
        foreach ((string package, string internals) in Friends)
        {
            if (package != id)
            {
                continue;
            }

            string[] versions =
            [
                .. metadata.Descendants()
                    .Where(element => element.Name.LocalName == "dependency" && string.Equals(element.Attribute("id")?.Value, internals, StringComparison.OrdinalIgnoreCase))
                    .Select(dependency => dependency.Attribute("version")?.Value ?? ""),
            ];
            if (versions.Length == 0)
            {
                yield return $"it uses internals of {internals} but does not depend on it";
            }

            foreach (string version in versions.Where(version => !IsExact(version)))
            {
                yield return $"it uses internals of {internals} but depends on the version range {version}, not on an exact version";
            }
        }
    }

    /// <summary>Determines whether a range contains exactly one version: <c>[1.0.0]</c> or <c>[1.0.0, 1.0.0]</c>.</summary>
    private static bool IsExact(string range)
    {
        if (range is not ['[', .. var inner, ']'])
        {
            return false;
        }

        string[] bounds = inner.Split(',', StringSplitOptions.TrimEntries);
        return bounds.Length <= 2 && bounds[0].Length > 0 && bounds[0] == bounds[^1];
    }
}
