using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Xml.Linq;

/// <summary>Removes members that are not publicly visible from the XML documentation of an assembly.</summary>
internal static class Program
{
    /// <param name="args">The assembly, which determines visibility, and its XML documentation, which is rewritten.</param>
    private static void Main(string[] args)
    {
        var visible = VisibleNames(args[0]);
        var document = XDocument.Load(args[1], LoadOptions.PreserveWhitespace);
        var hidden = document.Descendants("member").Where(member => !visible.Contains(NameOf((string)member.Attribute("name")!))).ToList();
        foreach (var member in hidden)
        {
            if (member.NextNode is XText space && string.IsNullOrWhiteSpace(space.Value))
            {
                space.Remove();
            }

            member.Remove();
        }

        document.Save(args[1], SaveOptions.DisableFormatting);
    }

    /// <summary>Returns the member's name from an id such as "M:Namespace.Type.Member(parameters)".</summary>
    private static string NameOf(string id)
    {
        string name = Before(Before(Before(id, "("), "~"), "``");
        return name[2..].Replace('{', '<').Replace('}', '>').Replace('@', ',');
    }

    private static string Before(string text, string separator)
    {
        int end = text.IndexOf(separator, StringComparison.Ordinal);
        return end < 0 ? text : text[..end];
    }

    private static HashSet<string> VisibleNames(string path)
    {
        var names = new HashSet<string>(StringComparer.Ordinal);
        using var file = new PEReader(new MemoryStream(File.ReadAllBytes(path)));
        var metadata = file.GetMetadataReader();
        foreach (var handle in metadata.TypeDefinitions)
        {
            var type = metadata.GetTypeDefinition(handle);
            if (!IsVisible(metadata, type))
            {
                continue;
            }

            string typeName = FullName(metadata, type);
            names.Add(typeName);
            foreach (var field in type.GetFields().Select(metadata.GetFieldDefinition).Where(field => IsVisible((int)(field.Attributes & FieldAttributes.FieldAccessMask))))
            {
                names.Add(typeName + "." + metadata.GetString(field.Name));
            }

            foreach (var method in type.GetMethods().Select(metadata.GetMethodDefinition).Where(method => IsVisible((int)(method.Attributes & MethodAttributes.MemberAccessMask))))
            {
                string name = metadata.GetString(method.Name);
                names.Add(typeName + "." + name.Replace('.', '#'));
                int accessor = name.LastIndexOf('.') + 1;
                if (name.IndexOf('_', accessor) is var underscore && underscore > 0)
                {
                    // A property or an event is visible if one of its accessors is.
                    names.Add(string.Concat(typeName, ".", name.AsSpan(underscore + 1)));
                }
            }
        }

        return names;
    }

    /// <summary>Determines whether an access mask is visible, for methods and fields. Protected is 4, protected internal is 5, and public is 6.</summary>
    private static bool IsVisible(int access) => access >= 4;

    private static bool IsVisible(MetadataReader metadata, TypeDefinition type)
    {
        var visibility = type.Attributes & TypeAttributes.VisibilityMask;
        return visibility == TypeAttributes.Public
            || (visibility is TypeAttributes.NestedPublic or TypeAttributes.NestedFamily or TypeAttributes.NestedFamORAssem
                && IsVisible(metadata, metadata.GetTypeDefinition(type.GetDeclaringType())));
    }

    private static string FullName(MetadataReader metadata, TypeDefinition type)
    {
        string name = metadata.GetString(type.Name);
        if (!type.GetDeclaringType().IsNil)
        {
            return FullName(metadata, metadata.GetTypeDefinition(type.GetDeclaringType())) + "." + name;
        }

        string space = metadata.GetString(type.Namespace);
        return space.Length == 0 ? name : space + "." + name;
    }
}
