using System.Runtime.InteropServices;
using SharpFuzz;
using SharpFuzz.Common;

namespace Blittable.Fuzz.Running;

/// <summary>Runs one target with the inputs of AFL++, and reports the branches of the instrumented library that each input takes.</summary>
/// <remarks>A failure leaves as an exception, which AFL++ counts as a crash and stores with its input. See <c>.ci/campaigns/15-afl.sh</c>.</remarks>
internal static unsafe class AflSession
{
    /// <summary>The length of the branch map that AFL++ shares with its target.</summary>
    private const int MapLength = 1 << 16;

    /// <summary>Gives the instrumented library a separate branch map before the first input, because it would write to address 0 otherwise.</summary>
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

    /// <summary>Writes inputs of a campaign to a folder, one file each, as the initial corpus of AFL++.</summary>
    /// <param name="target">The target that creates the inputs.</param>
    /// <param name="folder">The folder, which is created.</param>
    /// <param name="options">The number of the first input, the number of inputs, and the seed.</param>
    public static void WriteInputs(FuzzTarget target, string folder, CampaignOptions options)
    {
        Directory.CreateDirectory(folder);
        for (var number = options.First; number < options.First + options.Cases; number++)
        {
            File.WriteAllBytes(Path.Combine(folder, $"{target.Name}-{options.Seed}-{number}"), target.Make(new FuzzRandom(options.Seed, (ulong)number)));
        }
    }
}
