using System.Reflection;
using System.Runtime.InteropServices;
using LightningDB;

namespace LmdbDocuments;

/// <summary>Finds the LMDB library: the one in the package, or the system's where the package's needs a newer C library.</summary>
internal static class LmdbLibrary
{
    private const string OfSystem = "liblmdb.so.0";

    /// <summary>Call this once before anything of LMDB is used.</summary>
    public static void Use() => NativeLibrary.SetDllImportResolver(typeof(LightningEnvironment).Assembly, Resolve);

    /// <summary>Tells whether the library is there: of the package, or of the system.</summary>
    public static bool IsThere =>
        NativeLibrary.TryLoad("lmdb", typeof(LightningEnvironment).Assembly, null, out _) || NativeLibrary.TryLoad(OfSystem, out _);

    private static nint Resolve(string name, Assembly assembly, DllImportSearchPath? search)
    {
        // Debian 12 has a C library of version 2.36 and the package's build asks for 2.38; "apt-get install liblmdb0" gives one that fits.
        if (NativeLibrary.TryLoad(name, assembly, search, out var library) || NativeLibrary.TryLoad(OfSystem, out library))
        {
            return library;
        }

        throw new DllNotFoundException("Expected the LMDB library of the package or of the system; Debian has it in the package liblmdb0.");
    }
}
