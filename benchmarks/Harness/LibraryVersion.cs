using System.Reflection;

namespace Blittable.Benchmarks.Harness;

/// <summary>Gets the package versions of libraries.</summary>
internal static class LibraryVersion
{
    /// <summary>Gets the version of the library that defines a type, without the commit hash that some versions contain.</summary>
    public static string Of(Type type)
    {
        Assembly assembly = type.Assembly;
        string version = assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? $"{assembly.GetName().Version}";
        return version.Split('+')[0];
    }
}
