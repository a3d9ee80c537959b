using System.Reflection;
using System.Runtime.InteropServices;
using LightningDB;

namespace LmdbDocuments;

/// <summary>Locates the LMDB library: the library in the package, or the system's library if the package needs a newer C library.</summary>
internal static class LmdbLibrary
{
    private const string OfSystem = "liblmdb.so.0";

    /// <summary>Registers the library resolver. Call this method once before LMDB is used.</summary>
    public static void Use() => NativeLibrary.SetDllImportResolver(typeof(LightningEnvironment).Assembly, Resolve);

    /// <summary>Gets a value that indicates whether the library of the package or of the system can be loaded.</summary>
    public static bool IsThere =>
        NativeLibrary.TryLoad("lmdb", typeof(LightningEnvironment).Assembly, null, out _) || NativeLibrary.TryLoad(OfSystem, out _);

    private static nint Resolve(string name, Assembly assembly, DllImportSearchPath? search)
    {
        // Debian 12 has glibc 2.36, but the library in the package needs 2.38. "apt-get install liblmdb0" installs a compatible library.
        if (NativeLibrary.TryLoad(name, assembly, search, out var library) || NativeLibrary.TryLoad(OfSystem, out library))
        {
            return library;
        }

        throw new DllNotFoundException("The native LMDB library was not found. On Debian, install the package liblmdb0.");
    }
}
