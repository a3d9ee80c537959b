using System.Buffers;
using System.Diagnostics;
using System.Globalization;
using Blittable.Layout;

namespace Blittable.Benchmarks.Documents;

/// <summary>Measures the time to reject documents of at most 1 KB that expand to more text than fits on any disk.</summary>
internal static class ValidationBombs
{
    private const int Turns = 1000;

    /// <summary>Prints a table with the median time, the slowest time and the allocation of 1,000 rejections of each bomb, for each operation that visits all
    /// values.</summary>
    public static void Run()
    {
        Console.WriteLine();
        Console.WriteLine("| bomb | bytes | operation | median, µs | slowest, µs | bytes allocated |");
        Console.WriteLine("|---|---:|---|---:|---:|---:|");
        foreach (var (name, value, levels) in All())
        {
            // Verifies that two levels form a valid document, so only the size causes the rejection.
            BlittableDocument.Open(Doubling(value, levels: 2)).Validate();
            var bytes = Doubling(value, levels);
            var document = BlittableDocument.Open(bytes);
            var output = new ArrayBufferWriter<byte>();
            Measure(name, bytes.Length, "`Validate`", document.Validate);
            Measure(name, bytes.Length, "`GetStatistics`", () => document.GetStatistics());
            Measure(name, bytes.Length, "`ToJson`", () => document.Root.ToJson());
            Measure(name, bytes.Length, "`BlittableMessagePack.Write`", () =>
            {
                output.ResetWrittenCount();
                BlittableMessagePack.Write(document.Root, output);
            });
        }
    }

    private static IEnumerable<(string Name, byte[] Value, int Levels)> All()
    {
        yield return ("2^40 strings of one byte", [0x41, (byte)'x'], 39);
        yield return ("2^201 strings of 63 bytes", [0x7F, .. Enumerable.Repeat((byte)'x', 63)], 200);
        yield return ("2^40 decimals of 211 fraction digits", [0xDE, 211, 1, 2, 3, 4, 5, 6, 7, 8], 39);
    }

    /// <summary>Returns a value, an array that refers to it twice, and further arrays that each refer twice to the previous array.</summary>
    private static byte[] Doubling(byte[] value, int levels)
    {
        var bytes = new List<byte>(value);
        bytes.AddRange([0xB8, 2, (byte)value.Length, (byte)value.Length]);
        for (var level = 0; level < levels; level++)
        {
            bytes.AddRange([0xB8, 2, 4, 4]);
        }

        var root = bytes.Count - 4;
        Append(bytes, uint.MaxValue);
        Append(bytes, (uint)levels + 1);
        Append(bytes, (uint)(bytes.Count - root));
        bytes.Add(Trailer.Version | Trailer.Shared);
        return [.. bytes];
    }

    private static void Append(List<byte> bytes, uint value)
    {
        Span<byte> varint = stackalloc byte[Varint.MaxLength];
        bytes.AddRange(varint[..Varint.WriteBackward(varint, value)]);
    }

    private static void Measure(string name, int length, string operation, Action action)
    {
        var times = new double[Turns];
        var allocated = 0L;
        for (var turn = 0; turn < Turns; turn++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            var start = Stopwatch.GetTimestamp();
            Refuse(name, action);
            times[turn] = Stopwatch.GetElapsedTime(start).TotalMicroseconds;
            allocated = Math.Max(allocated, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Array.Sort(times);
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"| {name} | {length} | {operation} | {times[Turns / 2]:F0} | {times[^1]:F0} | {allocated} |"));
    }

    private static void Refuse(string name, Action action)
    {
        try
        {
            action();
        }
        catch (BlittableException)
        {
            return;
        }

        throw new InvalidOperationException($"{name} was not rejected.");
    }
}
