using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Tests that the callbacks of an update cannot use the writer, and that the writer can be used after a callback has thrown.</summary>
public sealed class WriterCallbackTests
{
    private static readonly Filter All = Filter.Parse("$.id >= 0");

    public static TheoryData<string> Calls => [.. Uses.Keys];

    private static Dictionary<string, Action<CollectionWriter>> Uses { get; } = new()
    {
        ["Add"] = writer => writer.Add("{\"id\":-1}"u8),
        ["Update"] = writer => writer.Update("{\"id\":1,\"n\":5}"u8),
        ["Delete"] = writer => writer.Delete(3),
        ["DeleteRow"] = writer => writer.DeleteRow(3),
        ["DeleteWhere"] = writer => writer.DeleteWhere(All),
        ["UpdateWhere"] = writer => writer.UpdateWhere(All, editor => editor.Set("$.n", "7"u8)),
        ["Commit"] = writer => writer.Commit(),
        ["Commit with a token"] = writer => writer.Commit(Guid.NewGuid()),
        ["FlushToDisk"] = writer => writer.FlushToDisk(),
    };

    [Theory]
    [MemberData(nameof(Calls))]
    public void A_callback_that_uses_the_writer_is_refused_and_no_document_is_lost_or_doubled(string call)
    {
        foreach (var isProgress in new[] { false, true })
        {
            var stream = new MemoryStream();
            using (var writer = CollectionWriter.Create(stream, CollectionFile.Small with { Key = "$.id" }, leaveOpen: true))
            {
                // Several small stripes, which the next commits merge.
                for (var id = 0; id < 12; id++)
                {
                    writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"n":0}"""));
                    writer.Commit();
                }

                writer.Progress = isProgress ? new Callback(() => Uses[call](writer)) : null;
                Assert.Throws<InvalidOperationException>(() => writer.UpdateWhere(All, editor =>
                {
                    editor.Set("$.n", "1"u8);
                    if (!isProgress)
                    {
                        Uses[call](writer);
                    }
                }));
                writer.Progress = null;
                Assert.Equal(12, writer.Count);
                Assert.Equal(12, writer.UpdateWhere(All, editor => editor.Set("$.n", "2"u8)));
                writer.Commit();
            }

            using var reader = CollectionReader.Open(stream);
            var documents = CollectionFile.ReadAll(reader);
            Assert.Equal(Enumerable.Range(0, 12).Select(id => $$"""{"id":{{id}},"n":2}""").Order(StringComparer.Ordinal), documents.Order(StringComparer.Ordinal));
        }
    }

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    public void Any_change_may_throw_and_the_documents_are_those_before_or_after_their_change(CollectionLayout layout)
    {
        for (var fault = 0; fault < 30; fault++)
        {
            var stream = new MemoryStream();
            using (var writer = CollectionWriter.Create(stream, CollectionFile.Small with { Key = "$.id", Layout = layout }, leaveOpen: true))
            {
                for (var id = 0; id < 30; id++)
                {
                    writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"n":0}"""));
                }

                var changes = 0;
                Assert.Throws<TimeoutException>(() => writer.UpdateWhere(All, editor =>
                {
                    editor.Set("$.n", "1"u8);
                    if (changes++ == fault)
                    {
                        throw new TimeoutException();
                    }
                }));
                Assert.Equal(30, writer.Count);
                writer.Commit();
            }

            using var reader = CollectionReader.Open(stream);
            reader.Validate();
            Assert.Equal((30, fault), (reader.Count, reader.Scan().Where("$.n", FilterOperator.Equal, 1).Count()));
            Assert.All(Enumerable.Range(0, 30), id => Assert.NotNull(reader.Find(id)));
        }
    }

    private sealed class Callback(Action action) : IProgress<double>
    {
        public void Report(double value) => action();
    }
}
