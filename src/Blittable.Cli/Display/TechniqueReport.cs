using System.Buffers;
using System.Diagnostics;
using Spectre.Console;

namespace Blittable.Cli;

/// <summary>Reports what the bytes of converted documents are used for, and how many more there would be without each optional technique.</summary>
internal sealed class TechniqueReport : IDisposable
{
    private readonly BlittableDictionary? _dictionary;
    private readonly Variant[] _variants;
    private readonly ArrayBufferWriter<byte> _json = new();
    private BlittableStatistics _statistics = new();
    private long _jsonBytes;

    public TechniqueReport(BlittableOptions options)
    {
        _dictionary = options.Dictionary;
        var variants = new List<Variant> { new("(all enabled)", options) };
        if (options.Mode == BlittableMode.Disk)
        {
            variants.Add(new("shared values", options with { ShareValues = false }));
            if (options.StringCompression != StringCompression.None)
            {
                variants.Add(new("shared string prefixes", options with { ShareStarts = false }));
            }

            if (options.StringCompression != StringCompression.None)
            {
                variants.Add(new("compressed strings", options with { StringCompression = StringCompression.None }));
            }

            if (options.StringCompression == StringCompression.Trained)
            {
                variants.Add(new("trained symbol table", options with { StringCompression = StringCompression.General }));
            }
        }

        if (options.Dictionary is not null)
        {
            variants.Add(new("dictionary", options with { Dictionary = null }));
        }

        variants.Add(new("date detection", options with { DetectDates = false }));
        if (options.Mode == BlittableMode.Disk)
        {
            variants.Add(new("disk mode", options with { Mode = BlittableMode.Memory }));
        }

        _variants = [.. variants];
    }

    /// <summary>Adds a document, and converts its JSON again without each technique.</summary>
    public void Add(ReadOnlyMemory<byte> document)
    {
        using var opened = ExpansionOption.OpenOwn(document, _dictionary);
        _statistics += opened.GetStatistics();
        _json.ResetWrittenCount();
        opened.Root.WriteJson(_json, JsonText.WithNulls);
        _jsonBytes += _json.WrittenCount;
        foreach (var variant in _variants)
        {
            variant.Convert(_json.WrittenSpan);
        }
    }

    public void WriteTo(IAnsiConsole console, bool isTerminal)
    {
        if (_statistics.Documents == 0)
        {
            return;
        }

        StatisticsReport.WriteTable(console, _statistics, isTerminal);
        var table = new Table().Border(TableBorder.Simple);
        table.AddColumn("without");
        foreach (var heading in (string[])["bytes", "ratio", "saved", "share", "time"])
        {
            table.AddColumn(new TableColumn(heading).RightAligned().NoWrap());
        }

        var whole = _variants[0];
        foreach (var variant in _variants)
        {
            var isWhole = variant == whole;
            table.AddRow(
                variant.Name,
                Figures.Count(variant.Bytes),
                Figures.Ratio(variant.Bytes, _jsonBytes),
                isWhole ? "" : Figures.Count(variant.Bytes - whole.Bytes),
                isWhole ? "" : Figures.Percent(variant.Bytes - whole.Bytes, variant.Bytes),
                Figures.Milliseconds(variant.Elapsed));
        }

        console.Write(table);
        console.WriteLine($"minified JSON: {Figures.Bytes(_jsonBytes)}; each time covers one conversion of it, including warm-up");
    }

    public void Dispose() => Array.ForEach(_variants, variant => variant.Dispose());

    /// <summary>A set of options, with the size and time of its conversions.</summary>
    private sealed class Variant(string name, BlittableOptions options) : IDisposable
    {
        private readonly BlittableConverter _converter = new(options);

        public string Name => name;

        public long Bytes { get; private set; }

        public TimeSpan Elapsed { get; private set; }

        public void Convert(ReadOnlySpan<byte> json)
        {
            var start = Stopwatch.GetTimestamp();
            Bytes += _converter.Convert(json).Length;
            Elapsed += Stopwatch.GetElapsedTime(start);
        }

        public void Dispose() => _converter.Dispose();
    }
}
