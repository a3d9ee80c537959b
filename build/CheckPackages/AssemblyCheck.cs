using System.Collections.Immutable;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

/// <summary>Checks an assembly for a deterministic build, the trimming and Native AOT attributes, and symbols with SourceLink.</summary>
internal static class AssemblyCheck
{
    private static readonly Guid SourceLink = new("CC110556-A091-4D38-9FEC-25AB9A351A6A");

    /// <summary>Finds the faults of an assembly.</summary>
    /// <param name="assembly">The bytes of the assembly.</param>
    /// <param name="symbols">The bytes of its symbols, or null if there are none.</param>
    /// <returns>A sentence for each fault.</returns>
    public static IEnumerable<string> Faults(byte[] assembly, byte[]? symbols)
    {
        using var file = new PEReader(ImmutableArray.Create(assembly));
        var debug = file.ReadDebugDirectory();
        if (!debug.Any(entry => entry.Type == DebugDirectoryEntryType.Reproducible))
        {
            yield return "it was not built deterministically";
        }

        var metadata = file.GetMetadataReader();
        foreach (string name in (string[])["IsTrimmable", "IsAotCompatible"])
        {
            if (!MetadataAttributes(metadata).Contains((name, "True")))
            {
                yield return $"it is not marked {name}";
            }
        }

        if (symbols is null)
        {
            yield return "it has no symbols";
            yield break;
        }

        using var provider = MetadataReaderProvider.FromPortablePdbImage(ImmutableArray.Create(symbols));
        var pdb = provider.GetMetadataReader();
        var id = new BlobContentId(pdb.DebugMetadataHeader!.Id);
        if (!debug.Any(entry => entry.Type == DebugDirectoryEntryType.CodeView && file.ReadCodeViewDebugDirectoryData(entry).Guid == id.Guid))
        {
            yield return "its symbols belong to a different build";
        }

        if (!pdb.GetCustomDebugInformation(EntityHandle.ModuleDefinition).Any(handle => pdb.GetGuid(pdb.GetCustomDebugInformation(handle).Kind) == SourceLink))
        {
            yield return "its symbols lack SourceLink";
        }

        if (pdb.Documents.Select(handle => pdb.GetString(pdb.GetDocument(handle).Name)).FirstOrDefault(name => !name.StartsWith("/_", StringComparison.Ordinal)) is { } path)
        {
            yield return $"its symbols contain a local path: {path}";
        }
    }

    private static IEnumerable<(string? Name, string? Value)> MetadataAttributes(MetadataReader metadata)
    {
        foreach (var handle in metadata.GetAssemblyDefinition().GetCustomAttributes())
        {
            var attribute = metadata.GetCustomAttribute(handle);
            if (attribute.Constructor.Kind != HandleKind.MemberReference)
            {
                continue;
            }

            var type = metadata.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent;
            if (type.Kind == HandleKind.TypeReference && metadata.GetString(metadata.GetTypeReference((TypeReferenceHandle)type).Name) == "AssemblyMetadataAttribute")
            {
                var value = metadata.GetBlobReader(attribute.Value);
                value.ReadUInt16();   // the prolog
                yield return (value.ReadSerializedString(), value.ReadSerializedString());
            }
        }
    }
}
