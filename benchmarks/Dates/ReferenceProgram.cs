using System.Diagnostics;
using Blittable.Benchmarks.Harness;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Runs equivalent operations in C. The libraries are compiled from <c>dates.c</c>, or the environment variable <c>BLITTABLE_DATES_REFERENCE</c>
/// lists them.</summary>
/// <remarks>
/// Before an operation is timed, its bytes, records and comparisons are verified against those of .NET. If there are several libraries, the fastest one in a
/// short trial is used: a compiler that suits the operation less is no peer.
/// </remarks>
internal static class ReferenceProgram
{
    /// <summary>The name of a cell that runs in C.</summary>
    public const string CellName = "C";

    /// <summary>The name of the fact with the index of the library in <see cref="Libraries"/>.</summary>
    public const string LibraryFact = "C library";

    private const string Variable = "BLITTABLE_DATES_REFERENCE";

    private const int TrialRounds = 5;

    private static readonly TimeSpan s_trial = TimeSpan.FromMilliseconds(3);

    /// <summary>Gets the available libraries: the name of the file and its path.</summary>
    public static IReadOnlyList<(string Name, string Path)> Libraries { get; } = FindLibraries();

    public static Work Encode((DateSchema Schema, string Name) schema, Timestamp[] records) => Fastest(schema, records, functions =>
    {
        var encoded = new ReferenceRecords(DateWorkload.Count, DateLoops.BufferLength);
        var bytes = EncodeAll();
        return new Work(() => EncodeAll(), 0, records.Length) { Facts = DatesSuite.SizeFact((double)bytes / records.Length) };

        long EncodeAll()
        {
            long total = 0;
            for (var start = 0; start < records.Length; start += DateWorkload.Count)
            {
                total += functions.Encode(records.AsSpan(start, DateWorkload.Count), encoded);
            }

            return total;
        }
    });

    public static Work Decode((DateSchema Schema, string Name) schema, Timestamp[] records) => Fastest(schema, records, functions =>
    {
        var encoded = Encode(functions, records, out _);
        var decoded = new Timestamp[records.Length];
        return new Work(() => functions.Decode(encoded, decoded), 0, records.Length);
    });

    public static Work Search((DateSchema Schema, string Name) schema, Timestamp[] records)
    {
        Timestamp[] sorted = [.. records.Order()];
        var expected = DateProgram.Search(schema.Schema, DatesSuite.OwnLayout, records).Items;
        return Fastest(schema, sorted, functions =>
        {
            var encoded = Encode(functions, sorted, out var bytes);
            return functions.Search(encoded) == expected
                ? new Work(() => functions.Search(encoded), 0, expected) { Facts = DatesSuite.SizeFact((double)bytes / sorted.Length) }
                : throw new InvalidDataException($"C searches {schema.Name} with another number of comparisons.");
        });
    }

    private static ReferenceRecords Encode(ReferenceSchema functions, Timestamp[] records, out long bytes)
    {
        var encoded = new ReferenceRecords(records.Length, records.Length * DateCodec.MaxLength);
        bytes = functions.Encode(records, encoded);
        return encoded;
    }

    private static Work Fastest((DateSchema Schema, string Name) schema, Timestamp[] records, Func<ReferenceSchema, Work> prepare)
    {
        var works = new List<Work>();
        foreach (var (_, path) in Libraries)
        {
            var functions = new ReferenceSchema(path, schema);
            functions.Verify(records);
            works.Add(prepare(functions));
        }

        var index = works.Count == 1 ? 0 : IndexOfFastest(works);
        return works[index] with { Facts = new Dictionary<string, double>(works[index].Facts) { [LibraryFact] = index } };
    }

    /// <summary>Runs operations in turn for a few milliseconds each and returns the one with the shortest run.</summary>
    private static int IndexOfFastest(List<Work> works)
    {
        var best = new TimeSpan[works.Count];
        Array.Fill(best, TimeSpan.MaxValue);
        for (var round = 0; round < TrialRounds; round++)
        {
            for (var i = 0; i < works.Count; i++)
            {
                var start = Stopwatch.GetTimestamp();
                var runs = 0;
                do
                {
                    works[i].Run();
                    runs++;
                }
                while (Stopwatch.GetElapsedTime(start) < s_trial);
                var time = Stopwatch.GetElapsedTime(start) / runs;
                best[i] = time < best[i] ? time : best[i];
            }
        }

        return Array.IndexOf(best, best.Min());
    }

    private static IReadOnlyList<(string Name, string Path)> FindLibraries()
    {
        string[] paths = (Environment.GetEnvironmentVariable(Variable) ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);
        if (paths.Length == 0)
        {
            paths = [.. ReferenceCompiler.Compile()];

            // The processes of the cells use these libraries instead of compiling their own.
            Environment.SetEnvironmentVariable(Variable, string.Join(Path.PathSeparator, paths));
        }

        if (paths.Length == 0 || !paths.All(File.Exists))
        {
            Absent.Note(
                paths.FirstOrDefault(path => !File.Exists(path)) ?? "the C peer of dates",
                $"install gcc or clang, or set {Variable} to libraries compiled from benchmarks/Dates/dates.c, separated by '{Path.PathSeparator}'");
        }

        return [.. paths.Where(File.Exists).Select(path => (Path.GetFileNameWithoutExtension(path), path))];
    }
}
