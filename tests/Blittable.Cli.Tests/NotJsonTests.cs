using Blittable.Collections;

namespace Blittable.Cli.Tests;

/// <summary>Tests documents with NaN, which MessagePack and builders store, but JSON lacks.</summary>
public sealed class NotJsonTests : IDisposable
{
    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_value_that_JSON_lacks_is_named_by_its_row_and_path()
    {
        Write("nan.blic", 1.5, double.NaN);
        Write("other.blic", double.NaN, 2.5);
        foreach (string[] filter in (string[][])[[], ["--where", "$.n exists"]])
        {
            var unpacked = await CommandRun.Of(["unpack", _folder["nan.blic"], .. filter]);
            Assert.Equal(ExitCode.BadData, unpacked.ExitCode);
            Assert.Contains("nan.blic: Row 1: JSON cannot represent NaN at '$.n' (byte ", unpacked.Error, StringComparison.Ordinal);
        }

        var head = await CommandRun.Of("head", _folder["nan.blic"]);
        Assert.Equal(ExitCode.BadData, head.ExitCode);
        Assert.Contains("Row 1: JSON cannot represent NaN at '$.n' (byte ", head.Error, StringComparison.Ordinal);

        // Text that is only shown has a string.
        var differences = await CommandRun.Of("diff", _folder["nan.blic"], _folder["other.blic"]);
        Assert.Contains("replace /n: \"NaN\"\n", differences.OutputText, StringComparison.Ordinal);
        Assert.Contains("replace /n: \"NaN\" -> 2.5\n", differences.OutputText, StringComparison.Ordinal);
        var schema = await CommandRun.Of("schema", _folder["nan.blic"]);
        Assert.Equal(ExitCode.Done, schema.ExitCode);
        Assert.Contains("n: number", schema.OutputText, StringComparison.Ordinal);

        void Write(string name, params double[] numbers)
        {
            using var builder = new BlittableBuilder();
            using var writer = CollectionWriter.Create(_folder[name]);
            foreach (var number in numbers)
            {
                builder.WriteStartObject();
                builder.WritePropertyName("n");
                builder.WriteNumber(number);
                builder.WriteEndObject();
                writer.Add(builder);
            }

            writer.Commit();
        }
    }

    [Theory]
    [InlineData(10, false)]
    [InlineData(2_000_000, true)]
    public async Task Explain_and_stat_accept_values_that_JSON_lacks(int length, bool isSample)
    {
        using (var builder = new BlittableBuilder())
        {
            builder.WriteStartObject();
            builder.WritePropertyName("n");
            builder.WriteNumber(double.NaN);
            builder.WritePropertyName("s");
            builder.WriteString(new string('x', length));
            builder.WriteEndObject();
            await File.WriteAllBytesAsync(_folder["nan.blit"], builder.Finish().ToArray(), TestContext.Current.CancellationToken);
        }

        var explained = await CommandRun.Of("explain", _folder["nan.blit"], "--html", _folder["nan.html"]);
        var counted = await CommandRun.Of("stat", _folder["nan.blit"]);
        var verified = await CommandRun.Of("verify", _folder["nan.blit"]);

        Assert.Equal((ExitCode.Done, ExitCode.Done, ExitCode.Done), (explained.ExitCode, counted.ExitCode, verified.ExitCode));
        var page = await File.ReadAllTextAsync(_folder["nan.html"], TestContext.Current.CancellationToken);
        Assert.Equal(isSample, page.Contains("This page shows a sample of ", StringComparison.Ordinal));
    }
}
