using System.Reflection;

namespace Blittable.Benchmarks.Harness;

/// <summary>The versions of libraries, as their packages have them.</summary>
internal static class LibraryVersion
{
    /// <summary>Gets the version of the library that a type comes from, without the commit that some add to it.</summary>
    public static string Of(Type type)
    {
        Assembly assembly = type.Assembly;
        string version = assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? $"{assembly.GetName().Version}";
        return version.Split('+')[0];
    }
}
