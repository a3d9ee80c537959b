using System.Globalization;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>Measures the size of every form that is stored as bytes, relative to minified JSON. Every document is restored and compared. Nothing is timed, so
/// no process is started.</summary>
internal static class SizeSuite
{
    public const string Name = "size";

    public static int Run(string[] arguments)
    {
        var options = RunOptions.Parse(arguments);
        IReadOnlyList<DocumentForm> forms = AllForms.Weighed;
        string[] heading = ["corpus", "documents", "JSON bytes", .. forms.Select(form => form.Name)];
        var ratios = new Table(
            "Size relative to minified JSON, including the shared dictionary",
            [.. heading, $"{AllForms.SharedDisk.Name} trained on the other half", $"largest document: {AllForms.Disk.Name}"]);
        var sizes = new Table("", heading);
        var bars = new List<BarGroup>();
        foreach (Corpus corpus in Corpora.All.Where(options.Selects))
        {
            string[] start = [corpus.Name, Text(corpus.Documents.Count), Text(corpus.MinifiedBytes)];
            long?[] bytes = [.. forms.Select(form => form.Suits(corpus) ? form.Size(corpus) : (long?)null)];
            ratios.Add([.. start, .. bytes.Select(size => Ratio(size, corpus)), corpus.IsMany ? UnseenHalf(corpus) : "", Text(AllForms.Disk.Largest(corpus))]);
            bars.Add(new BarGroup(
                corpus.Label, [.. forms.Select((form, i) => IsDrawn(form) && bytes[i] is { } size ? (double)size / corpus.MinifiedBytes : double.NaN)]));
            sizes.Add([.. start, .. bytes.Select(size => size is { } known ? Text(known) : "")]);
        }

        var report = new Report(options.Output, Name, "Document sizes", $"Command: `{RunOptions.CommandOf(Name, arguments)}`.");
        report.Show(ratios);
        report.Show(Peer.Table(forms));
        if (options.Chart)
        {
            report.Draw([new BarChart("", "Document sizes", "size relative to minified JSON", IsLowerBetter: true, [.. forms.Select(form => form.Name)], bars)]);
        }

        report.Write(sizes);
        return 0;
    }

    /// <summary>Determines whether the chart shows a form. The steps of disk mode are only in the table.</summary>
    private static bool IsDrawn(DocumentForm form) =>
        form is not BlittableForm || form == AllForms.Memory || form == AllForms.Disk || form is SharedDictionaryForm;

    /// <summary>Returns the relative size of half of the documents with a dictionary trained on the other half.</summary>
    private static string UnseenHalf(Corpus corpus)
    {
        Corpus unseen = corpus.Half(1);
        return Ratio(AllForms.SharedDisk.Size(unseen, trainedOn: corpus.Half(0)), unseen);
    }

    private static string Ratio(long? size, Corpus corpus) => size is { } known ? Text((double)known / corpus.MinifiedBytes) : "";

    private static string Text(double ratio) => ratio.ToString("F3", CultureInfo.InvariantCulture);

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
}
