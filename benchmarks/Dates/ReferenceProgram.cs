using System.Runtime.InteropServices;
using Blittable.Benchmarks.Harness;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Runs equivalent operations in C. The environment variable <c>BLITTABLE_DATES_REFERENCE</c> lists the shared libraries, one per compiler.</summary>
/// <remarks>
/// For each schema, a library exports <c>int64_t dates_encode_SCHEMA(const record*, int count, char* buffer, char** starts)</c>, which returns the number of
/// bytes. It also exports <c>int64_t dates_search_SCHEMA(char** starts, int count)</c>, which returns the number of comparisons. A record is int64 seconds,
/// uint32 nanoseconds, int16 offset, uint16 zone index.
/// </remarks>
internal static unsafe class ReferenceProgram
{
    private const string Variable = "BLITTABLE_DATES_REFERENCE";

    /// <summary>Gets the available libraries by file name.</summary>
    public static IReadOnlyDictionary<string, string> Libraries { get; } = FindLibraries();

    public static Work Encode(string library, string schema, Timestamp[] records)
    {
        var encode = (delegate* unmanaged<Timestamp*, int, byte*, byte**, long>)Export(library, "dates_encode_" + schema);
        var pinned = Pin(records);
        var buffer = (nint)NativeMemory.Alloc(DateLoops.BufferLength);
        var starts = (nint)NativeMemory.Alloc(DateWorkload.Count, (nuint)sizeof(nint));
        var bytes = EncodeAll();
        return new Work(() => EncodeAll(), 0, records.Length)
        {
            Facts = new Dictionary<string, double> { [DatesSuite.BytesFact] = (double)bytes / records.Length },
        };

        long EncodeAll()
        {
            long total = 0;
            for (var start = 0; start < records.Length; start += DateWorkload.Count)
            {
                total += encode((Timestamp*)pinned + start, DateWorkload.Count, (byte*)buffer, (byte**)starts);
            }

            return total;
        }
    }

    public static Work Search(string library, string schema, Timestamp[] records)
    {
        var encode = (delegate* unmanaged<Timestamp*, int, byte*, byte**, long>)Export(library, "dates_encode_" + schema);
        var search = (delegate* unmanaged<byte**, int, long>)Export(library, "dates_search_" + schema);
        var buffer = (byte*)NativeMemory.Alloc((nuint)records.Length, DateCodec.MaxLength);
        var starts = (nint)NativeMemory.Alloc((nuint)records.Length, (nuint)sizeof(nint));
        encode((Timestamp*)Pin([.. records.Order()]), records.Length, buffer, (byte**)starts);
        var comparisons = search((byte**)starts, records.Length);
        if (comparisons <= 0)
        {
            throw new InvalidDataException($"The reference program cannot decode its own {schema}.");
        }

        return new Work(() => search((byte**)starts, records.Length), 0, comparisons);
    }

    private static Dictionary<string, string> FindLibraries()
    {
        string[] paths = (Environment.GetEnvironmentVariable(Variable) ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);
        if (paths.Length == 0 || !paths.All(File.Exists))
        {
            Absent.Note(
                paths.FirstOrDefault(path => !File.Exists(path)) ?? "the C peers of dates",
                $"set {Variable} to shared libraries of the reference program, separated by '{Path.PathSeparator}' (see docs/DATES.md)");
        }

        return paths.Where(File.Exists).ToDictionary(path => Path.GetFileNameWithoutExtension(path));
    }

    private static nint Pin(Timestamp[] records) => GCHandle.Alloc(records, GCHandleType.Pinned).AddrOfPinnedObject();

    private static nint Export(string library, string name) => NativeLibrary.GetExport(NativeLibrary.Load(Libraries[library]), name);
}
