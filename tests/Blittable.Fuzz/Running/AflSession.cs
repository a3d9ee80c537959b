using System.Runtime.InteropServices;
using SharpFuzz;
using SharpFuzz.Common;

namespace Blittable.Fuzz.Running;

/// <summary>Gives one target the inputs that AFL++ makes, and tells AFL++ which branches of the instrumented library each of them took.</summary>
/// <remarks>A broken promise leaves as an exception, which AFL++ counts as a crash and keeps with its input. <c>.ci/campaigns/15-afl.sh</c> instruments and runs.</remarks>
internal static unsafe class AflSession
{
    /// <summary>Bytes of the map of branches that AFL++ shares with its target.</summary>
    private const int MapLength = 1 << 16;

    /// <summary>Gives the instrumented library a map of its own. It writes to the one of AFL++ from the first input on, and would write to address 0 before.</summary>
    public static void Prepare() => Trace.SharedMem = (byte*)NativeMemory.AllocZeroed(MapLength);

    /// <summary>Runs inputs until AFL++ ends the process.</summary>
    public static void Run(FuzzTarget target)
    {
        using var runner = new CaseRunner(target);
        Fuzzer.OutOfProcess.Run(stream =>
        {
            using var copy = new MemoryStream();
            stream.CopyTo(copy);
            var input = copy.GetBuffer().AsSpan(0, (int)Math.Min(copy.Length, FuzzTarget.MaxInput));
            if (!input.IsEmpty)
            {
                runner.Run(input, atEnd: input[0] % 2 == 0);
            }
        });
    }

    /// <summary>Writes inputs of a campaign into a folder, a file each, for AFL++ to begin with.</summary>
    /// <param name="target">The target that makes them.</param>
    /// <param name="folder">The folder, which is made.</param>
    /// <param name="options">The first of them, how many, and the seed.</param>
    public static void WriteInputs(FuzzTarget target, string folder, CampaignOptions options)
    {
        Directory.CreateDirectory(folder);
        for (var number = options.First; number < options.First + options.Cases; number++)
        {
            File.WriteAllBytes(Path.Combine(folder, $"{target.Name}-{options.Seed}-{number}"), target.Make(new FuzzRandom(options.Seed, (ulong)number)));
        }
    }
}
