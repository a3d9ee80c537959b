using System.CommandLine;
using Apache.Arrow.Ipc;
using Blittable.Cli;
using Blittable.Collections;
using Blittable.DuckDB;
using DuckDB.NET.Data;

namespace Blittable.Arrow.Tool;

/// <summary><c>blittable sql</c>: runs a SQL query over collections with DuckDB.</summary>
internal sealed class SqlCommand : FileCommand
{
    private readonly Argument<string> _sql = new("sql") { Description = "The query. Each collection is a table, named like its file without the extension." };
    private readonly OutputOption _output = new(
        $"A new collection ('{CollectionFormat.Extension}') for the rows. Default: print the rows as newline-delimited JSON.", "file");

    private readonly ReplaceOption _replace = new();
    private readonly ParentsOption _parents = new();

    public SqlCommand(CommandStreams streams)
        : base("sql", "Run a SQL query over collections with DuckDB.", streams, "Collections.", ArgumentArity.ZeroOrMore)
    {
        Arguments.Add(_sql);
        AddInputs();
        Options.Add(_output);
        Options.Add(_replace);
        Options.Add(_parents);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var target = parsed.GetValue(_output);
        if (target is not null)
        {
            OutputPlan.RequireOther(target, inputs);
            _parents.RequireFolderOf(parsed, target);
            _replace.RequireNone(parsed, target);
        }

        using var connection = new DuckDBConnection("Data Source=:memory:");
        await connection.OpenAsync(cancellation);
        List<CollectionReader> readers = [];
        try
        {
            foreach (var input in inputs)
            {
                readers.Add(CollectionFormat.Open(input));
                connection.AttachCollection(Path.GetFileNameWithoutExtension(input.Path), readers[^1], includeDocument: true);
            }

            using var command = connection.CreateCommand();
            command.CommandText = parsed.GetRequiredValue(_sql);
            using var rows = command.ExecuteArrowStream();
            Write(rows, target, cancellation);
            return ExitCode.Done;
        }
        catch (DuckDBException fault)
        {
            throw new UsageException(fault.Message);
        }
        finally
        {
            readers.ForEach(reader => reader.Dispose());
        }
    }

    private void Write(IArrowArrayStream rows, string? target, CancellationToken cancellation)
    {
        if (target is null)
        {
            using var output = OutputFile.Over(Streams.DataOutput);
            CollectionArrow.WriteJsonLines(rows, output.Stream, cancellation);
            output.Commit();
            return;
        }

        using var file = FileReplacement.Of(target);
        using (var writer = file.Create(name => CollectionWriter.Create(name, new CollectionOptions { Layout = CollectionLayout.Columns })))
        {
            var result = CollectionArrow.Import(rows, writer, null, cancellation);
            writer.Commit();
            Streams.WriteNote($"{target}: {Figures.Documents(result.Count)}");
        }

        file.Commit();
    }
}
