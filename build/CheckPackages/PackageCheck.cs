using System.IO.Compression;
using System.Xml.Linq;

/// <summary>Checks a package for metadata, a README, an icon, and documentation and symbols for each assembly.</summary>
internal static class PackageCheck
{
    /// <summary>Finds the faults of a package.</summary>
    /// <param name="path">The path of the package. The symbol package must be in the same folder.</param>
    /// <returns>A sentence for each fault.</returns>
    public static List<string> Faults(string path)
    {
        using ZipArchive package = ZipFile.OpenRead(path);
        var faults = MetadataFaults(package).ToList();
        string symbols = Path.ChangeExtension(path, ".snupkg");
        if (!package.Entries.Any(entry => entry.FullName.StartsWith("lib/", StringComparison.Ordinal)))
        {
            // A tool has no library, so it needs neither symbols nor documentation.
        }
        else if (!File.Exists(symbols))
        {
            faults.Add("the symbol package is missing");
        }
        else
        {
            using ZipArchive symbolPackage = ZipFile.OpenRead(symbols);
            foreach (ZipArchiveEntry assembly in package.Entries.Where(entry => entry.FullName.StartsWith("lib/", StringComparison.Ordinal) && entry.Name.EndsWith(".dll", StringComparison.Ordinal)))
            {
                if (package.GetEntry(Path.ChangeExtension(assembly.FullName, ".xml")) is null)
                {
                    faults.Add($"{assembly.FullName} has no XML documentation");
                }

                ZipArchiveEntry? pdb = symbolPackage.GetEntry(Path.ChangeExtension(assembly.FullName, ".pdb"));
                faults.AddRange(AssemblyCheck.Faults(Read(assembly), pdb is null ? null : Read(pdb)).Select(fault => $"{assembly.FullName}: {fault}"));
            }
        }

        return faults.ConvertAll(fault => $"{Path.GetFileName(path)}: {fault}");
    }

    private static IEnumerable<string> MetadataFaults(ZipArchive package)
    {
        ZipArchiveEntry specification = package.Entries.Single(entry => entry.FullName.EndsWith(".nuspec", StringComparison.Ordinal));
        XElement metadata = XDocument.Load(new MemoryStream(Read(specification))).Root!.Elements().First();
        foreach (string name in (string[])["description", "tags", "license", "readme", "icon", "projectUrl"])
        {
            string? value = Element(metadata, name)?.Value;
            if (string.IsNullOrWhiteSpace(value))
            {
                yield return $"its nuspec does not specify the {name}";
            }
            else if (name is "readme" or "icon" && package.GetEntry(value) is null)
            {
                yield return $"it does not contain {value}";
            }
        }

        foreach (string fault in PageCheck.Faults(package.GetEntry("README.md") is { } page ? System.Text.Encoding.UTF8.GetString(Read(page)) : ""))
        {
            yield return fault;
        }

        foreach (string fault in DependencyCheck.Faults(metadata))
        {
            yield return fault;
        }

        if (package.GetEntry("LICENSE") is null)
        {
            yield return "it does not contain LICENSE";
        }

        XElement? repository = Element(metadata, "repository");
        if (string.IsNullOrEmpty((string?)repository?.Attribute("url")) || string.IsNullOrEmpty((string?)repository.Attribute("commit")))
        {
            yield return "its nuspec does not specify the repository and the commit";
        }
    }

    private static XElement? Element(XElement metadata, string name) => metadata.Elements().FirstOrDefault(element => element.Name.LocalName == name);

    private static byte[] Read(ZipArchiveEntry entry)
    {
        using Stream stream = entry.Open();
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }
}
