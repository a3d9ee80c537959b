using Blittable.Benchmarks;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Tests.Harness;

public sealed class CorporaTests
{
    [Fact]
    public void A_missing_corpora_folder_is_an_error()
    {
        var missing = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());

        Assert.Equal($"BLITTABLE_CORPORA specifies '{missing}', which does not exist.", Corpora.Fault(missing));
        Assert.Null(Corpora.Fault(Path.GetTempPath()));
        Assert.Null(Corpora.Fault(""));
        Assert.Null(Corpora.Fault(null));
    }

    [Fact]
    public void A_missing_corpora_folder_measures_nothing()
    {
        var before = Environment.GetEnvironmentVariable(Corpora.Variable);
        try
        {
            Environment.SetEnvironmentVariable(Corpora.Variable, Path.Combine(Path.GetTempPath(), Path.GetRandomFileName()));
            Assert.Equal(2, Suites.Run(["convert"]));
        }
        finally
        {
            Environment.SetEnvironmentVariable(Corpora.Variable, before);
        }
    }
}
