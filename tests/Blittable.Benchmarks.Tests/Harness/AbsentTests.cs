using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Tests.Harness;

/// <summary>Tests that something missing is reported in one line and the suite continues.</summary>
public sealed class AbsentTests
{
    [Fact]
    public void Missing_corpora_are_skipped_with_one_line_that_says_how_to_get_them()
    {
        using var log = new StringWriter { NewLine = "\n" };

        Assert.Null(Corpora.Find("no-such-corpus", log));
        Assert.Null(Corpora.Find("nor-this-one", log));
        var line = Assert.Single(log.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains("'npm --prefix datasets run fetch' gets most", line, StringComparison.Ordinal);
    }

    [Fact]
    public void An_available_corpus_is_found_without_a_message()
    {
        using var log = new StringWriter();

        Assert.NotNull(Corpora.Find("browsers", log));
        Assert.Equal("", log.ToString());
    }

    [Fact]
    public void A_peer_whose_library_cannot_be_loaded_is_skipped()
    {
        const string variable = "BLITTABLE_SIMDJSON_LIB";
        var before = Environment.GetEnvironmentVariable(variable);
        try
        {
            Environment.SetEnvironmentVariable(variable, Path.Combine(Path.GetTempPath(), Path.GetRandomFileName()));
            Assert.False(AllForms.List.OfType<SimdjsonForm>().First().CanConvert);
        }
        finally
        {
            Environment.SetEnvironmentVariable(variable, before);
        }
    }
}
