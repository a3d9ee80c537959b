using System.Runtime.InteropServices;

namespace Blittable.Collections;

/// <summary>Finds a native library of the system under the names it goes by.</summary>
internal static class NativeCodec
{
    /// <summary>Loads a library; zero where none of the names is there.</summary>
    public static nint Load(string linux, string mac, string windows)
    {
        var name = OperatingSystem.IsWindows() ? windows : OperatingSystem.IsMacOS() ? mac : linux;
        return NativeLibrary.TryLoad(name, out var library) ? library : 0;
    }

    /// <summary>Loads a function; zero where the library lacks it.</summary>
    public static nint Function(nint library, string name) =>
        library != 0 && NativeLibrary.TryGetExport(library, name, out var function) ? function : 0;
}
