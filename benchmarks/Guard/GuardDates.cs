using System.Buffers.Text;
using Blittable.Benchmarks.Dates;
using Blittable.Benchmarks.Harness;
using Blittable.Dates;

namespace Blittable.Benchmarks.Guard;

/// <summary>Measures dates relative to the framework's formatting of dates as text.</summary>
internal static class GuardDates
{
    private const string Group = "encode dates";
    private const string Workload = "EPOCH_ONLY";
    private const int TextLength = 33;

    public static IEnumerable<Cell> All()
    {
        yield return new Cell(Group, "Utf8Formatter", Format) { IsBaseline = true };
        yield return new Cell(Group, "RAW_FULL", () => DateProgram.Encode(DateSchema.RawFull, "int64", DateWorkload.Get(Workload)));
        yield return new Cell(Group, "TNT_EPOCH", () => DateProgram.Encode(DateSchema.TntEpoch, "int64", DateWorkload.Get(Workload)));
    }

    private static Work Format()
    {
        DateTimeOffset[] dates = [.. DateWorkload.Get(Workload).Select(date => date.ToDateTimeOffset())];
        var text = new byte[dates.Length * TextLength];
        return new Work(
            () =>
            {
                for (var i = 0; i < dates.Length; i++)
                {
                    Utf8Formatter.TryFormat(dates[i], text.AsSpan(i * TextLength), out _, 'O');
                }
            },
            Items: dates.Length);
    }
}
